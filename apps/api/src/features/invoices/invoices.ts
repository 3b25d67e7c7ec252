import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { issueInvoice } from './issue-invoice.ts'

export const invoices: Handlers<Contract['invoices']> = {
  async invoice({ params, customerId }, shop) {
    const paper = await issueInvoice(shop, params.id, customerId)
    if (!paper) throw notFound('Invoice')
    // Large, and wanted seldom.
    const { drawInvoice } = await import('./draw-invoice.ts')
    return { name: `invoice-${params.id}.pdf`, bytes: await drawInvoice(paper) }
  },
}
