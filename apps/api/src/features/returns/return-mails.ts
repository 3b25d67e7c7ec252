/** What the customer is told of a request to send something back. */
import { formatShortRupees } from '@haat/contract/money'
import { itemName, variantLabel } from '@haat/contract/rules'
import { REFUND_DAYS } from '@haat/contract/return-rules'
import * as z from 'zod/mini'
import { t } from '#say'
import type { Tx } from '../../db/database.ts'
import { mailKind } from '../mail/outbox.ts'
import { type Introduction, mailAbout } from '../orders/order-mail-layout.ts'
import { findMailedOrder } from '../orders/order-mail.store.ts'
import { findOrderText } from '../orders/order-text.ts'
import { findReturns } from '../orders/returns.store.ts'
import { copyIn } from '../translations/translations.ts'
import { findRequests, type RequestItem, type WholeRequest } from './return-requests.store.ts'
import { refundOf } from './return-rules.ts'

const MAILS = ['requested', 'accepted', 'refused'] as const
type ReturnMail = (typeof MAILS)[number]

export const returnMails = mailKind({
  kind: 'return',
  payload: z.object({ return_id: z.int(), mail: z.enum(MAILS) }),
  async compose(shop, { return_id, mail }) {
    const [request] = await findRequests(shop.db, { id: return_id })
    const order = request && (await findMailedOrder(shop.db, request.order_id))
    if (!request || !order?.customer.email) return null
    const { customer, order_number } = order
    const { email: to, language } = customer
    const returns = await findReturns(shop.db, [order.id])
    const refund = refundOf({ order, items: order.items, returns }, request)
    const items = await copyIn(shop.db, language, request.items)
    const part = () =>
      items.map((item) => {
        const wanted = wantedText(item)
        return {
          ...{ name: pieceOf(item), amount: '' },
          detail: item.variant_id === null ? '' : t`in exchange for ${wanted}`,
        }
      })
    const introduction = () => INTRODUCTIONS[mail]({ ...request, items, refund }, order_number)
    return { to, language, write: (from) => mailAbout(from, introduction(), order, { part: part() }) }
  },
  async composeText(shop, { return_id, mail }) {
    const [request] = await findRequests(shop.db, { id: return_id })
    // Who has asked just now knows it.
    return request && mail !== 'requested' ? findOrderText(shop, request.order_id, `return_${mail}`) : null
  },
})

/** What comes of its receipt is mailed as a step of the order. */
export const enqueueReturnMail = (tx: Tx, return_id: number, mail: ReturnMail): Promise<void> =>
  returnMails.enqueue(tx, { return_id, mail }, `return:${return_id}:${mail}`)

type Told = WholeRequest & { refund: number | null }

/** What is paid back, and how, once the goods are here; empty where that is nothing. */
function refundLines({ refund, refund_upi: upi }: Told): string[] {
  if (refund === null) return []
  const amount = formatShortRupees(refund)
  return [
    upi
      ? t`You get back ${amount} by UPI to ${upi}, within ${REFUND_DAYS} working days of its arrival.`
      : t`You get back ${amount} to the card, bank account or UPI id that you paid with, within ${REFUND_DAYS} working days of its arrival.`,
  ]
}

const INTRODUCTIONS: Record<ReturnMail, (request: Told, number: string) => Introduction> = {
  requested: (request, number) => {
    const pieces = piecesOf(request)
    return {
      subject:
        request.wish === 'exchange'
          ? t`We have your exchange request for order #${number}`
          : t`We have your return request for order #${number}`,
      heading: t`We have your request`,
      lines: [
        request.wish === 'exchange'
          ? t`You asked for an exchange of ${pieces}.`
          : t`You asked for a refund of ${pieces}.`,
        t`We look at it and mail you what comes next. Please keep the items as they are until then.`,
        ...refundLines(request),
      ],
    }
  },
  accepted: (request, number) => {
    const pieces = piecesOf(request)
    const isExchange = request.wish === 'exchange'
    return {
      subject: isExchange
        ? t`Your exchange for order #${number} is accepted`
        : t`Your return of order #${number} is accepted`,
      heading: isExchange ? t`Your exchange is accepted` : t`Your return is accepted`,
      lines: [
        request.items.length === 1
          ? t`This is how ${pieces} comes back to us:`
          : t`This is how ${pieces} come back to us:`,
        request.answer ?? '',
        ...(isExchange ? [t`Once it is here, we send what you have chosen instead.`] : refundLines(request)),
      ],
    }
  },
  refused: (request, number) => {
    const pieces = piecesOf(request)
    return {
      subject: t`Your return request for order #${number}`,
      heading: t`We cannot take this back`,
      lines: [t`We looked at your request for ${pieces}:`, request.answer ?? ''],
    }
  },
}

/** What is wanted in exchange, as a shopper calls it. @param wanted null once the variant is deleted */
export const wantedName = (wanted: RequestItem['wanted']): string =>
  wanted ? (variantLabel(wanted) ?? t`The same again`) : t`No longer sold`

/** The same for the customer, to whom another piece of the same is a new one. */
export const wantedText = ({ variant_id, ordered_variant_id, wanted }: RequestItem): string =>
  variant_id === ordered_variant_id ? t`a new one` : wantedName(wanted)

const pieceOf = (item: RequestItem): string => `${item.quantity} × ${itemName(item)}`

const piecesOf = ({ items }: WholeRequest): string => items.map(pieceOf).join(', ')
