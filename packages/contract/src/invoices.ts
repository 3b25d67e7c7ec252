import * as z from 'zod/mini'
import { type Download, endpoint } from './endpoint.ts'
import { LooseIdText } from './wire.ts'

export const invoices = {
  invoice: endpoint({
    method: 'GET',
    path: '/api/orders/{id}/invoice',
    access: 'customer',
    summary: "The GST invoice of one of the caller's confirmed orders, as a PDF",
    params: z.object({ id: LooseIdText }),
    file: 'application/pdf',
    reply: z.custom<Download>(),
    limit: { max: 20, seconds: 60, by: 'customer' },
  }),
}
