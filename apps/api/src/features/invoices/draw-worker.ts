/** The module of a worker thread: draws the invoice it is given. */
import { drawInvoice } from './draw-invoice.ts'
import type { Invoice } from './invoices.ts'

// oxlint-disable-next-line import/no-default-export -- Piscina calls it
export default (invoice: Invoice) => drawInvoice(invoice)
