import type { Contract } from '@haat/contract'
import { notFound } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { drawApart } from './draw-apart.ts'
import { issueInvoice } from './issue-invoice.ts'

export const invoices: Handlers<Contract['invoices']> = {
  async get({ params, customerId }, shop) {
    const paper = await issueInvoice(shop, params.id, customerId)
    if (!paper) throw notFound('Invoice')
    return { name: `invoice-${params.id}.pdf`, bytes: await drawApart(paper) }
  },
}
