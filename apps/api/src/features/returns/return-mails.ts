/** What the customer is told of a request to send something back. */
import { itemName } from '@haat/contract/rules'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { mailShop } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { type Introduction, mailAbout } from '../orders/order-mail-layout.ts'
import { findMailedOrder } from '../orders/orders.store.ts'
import { findRequests, type RequestItem, type WholeRequest } from './return-requests.store.ts'

const MAILS = ['requested', 'accepted', 'refused'] as const
type ReturnMail = (typeof MAILS)[number]

export const returnMails = mailKind({
  kind: 'return',
  payload: z.object({ return_id: z.int(), mail: z.enum(MAILS) }),
  async compose(shop, { return_id, mail }) {
    const [request] = await findRequests(shop.db, { id: return_id })
    const order = request && (await findMailedOrder(shop.db, request.order_id))
    if (!request || !order?.customer.email) return null
    const introduction = INTRODUCTIONS[mail](request, order.order_number)
    const part = request.items.map((item) => ({ name: pieceOf(item), detail: '', amount: '' }))
    return { to: order.customer.email, ...mailAbout(await mailShop(shop), introduction, order, { part }) }
  },
})

/** What comes of its receipt is mailed as a step of the order. */
export const enqueueReturnMail = (tx: Tx, return_id: number, mail: ReturnMail): Promise<void> =>
  returnMails.enqueue(tx, { return_id, mail }, `return:${return_id}:${mail}`)

const INTRODUCTIONS: Record<ReturnMail, (request: WholeRequest, number: string) => Introduction> = {
  requested: (request, number) => ({
    subject: `We have your return request for order #${number}`,
    heading: 'We have your request',
    lines: [
      `You ask for ${request.wish === 'exchange' ? 'an exchange' : 'a refund'} of ${piecesOf(request)}.`,
      'We look at it and mail you what comes next. Please keep the items as they are until then.',
    ],
  }),
  accepted: (request, number) => ({
    subject: `Your return of order #${number} is accepted`,
    heading: 'Your return is accepted',
    lines: [
      `This is how ${piecesOf(request)} ${request.items.length === 1 ? 'comes' : 'come'} back to us:`,
      request.answer ?? '',
      request.wish === 'exchange'
        ? 'Once it is here, we send what you have chosen instead.'
        : 'Once it is here, we refund you.',
    ],
  }),
  refused: (request, number) => ({
    subject: `Your return request for order #${number}`,
    heading: 'We cannot take this back',
    lines: [`We looked at your request for ${piecesOf(request)}:`, request.answer ?? ''],
  }),
}

const pieceOf = (item: RequestItem): string => `${item.quantity} × ${itemName(item)}`

const piecesOf = ({ items }: WholeRequest): string => items.map(pieceOf).join(', ')
