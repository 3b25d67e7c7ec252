/** The mails about an order: their kinds and texts. */
import { randomUUID } from 'node:crypto'
import { namedDayOf } from '@haat/contract/arrival-text'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { courierLink } from '@haat/contract/courier-link'
import { isCashOnDelivery } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { localeNow, plural, t, translated } from '#say'
import type { Tx } from '../../db/database.ts'
import type { MailShop, MailText } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { confirmationLink, needsConfirmation, trackingLink } from './order-links.ts'
import { type About, type Introduction, mailAbout } from './order-mail-layout.ts'
import { findOrderText } from './order-text.ts'
import { findMailedOrder, findPaidRefunds, type MailedOrder, type PaidRefunds } from './order-mail.store.ts'
import {
  NOTHING,
  Occasion,
  partOf,
  REFUND_INTRODUCTIONS,
  refundLines,
  type Told,
  whatFor,
} from './refund-mail.ts'
import { copyIn } from '../translations/translations.ts'

const trackingLines = ({ courier, tracking_number }: MailedOrder): string[] => {
  const link = courierLink(courier, tracking_number)
  return [
    courier === null ? t`Courier: not known` : t`Courier: ${courier}`,
    ...(tracking_number === null ? [] : [t`Tracking number: ${tracking_number}`]),
    ...(link === null ? [] : [t`Where it is now: ${link}`]),
  ]
}

function arrivalLines({ arrives_to }: MailedOrder): string[] {
  if (arrives_to === null) return []
  const day = namedDayOf(arrives_to, localeNow())
  return [t`It should arrive by ${day}.`]
}

/** Whether money came that did not pay the order: of nothing, in another currency. */
const hasOtherMoney = ({ refund_open, refund_due_amount, refunded_amount }: MailedOrder): boolean =>
  refund_open || refund_due_amount + refunded_amount > 0

const INTRODUCTIONS = {
  confirmed: (order, { due, asks, number, total, came }) => ({
    subject: asks ? t`Please confirm order #${number}` : t`Order #${number} confirmed`,
    heading: asks ? t`Please confirm your order` : t`Order confirmed`,
    lines: [
      asks ? t`Thank you for your order.` : t`Thank you for your order. We are getting it ready.`,
      payableOf(order) === 0
        ? t`There is nothing to pay.`
        : isCashOnDelivery(order.payment_method, order.status)
          ? t`Please keep ${total} ready for the courier.`
          : came === undefined
            ? t`We have received your payment of ${total}.`
            : translated(came),
      ...due,
      ...arrivalLines(order),
    ],
  }),
  payment_failed: (order, { takes_money, number, total }) => ({
    subject: t`Payment for order #${number} failed`,
    heading: t`Payment failed`,
    pays: takes_money && !hasOtherMoney(order),
    lines: hasOtherMoney(order)
      ? [
          t`The ${total} that this order costs did not come in time, so it was not placed.`,
          t`The other money that reached us goes back to you. You can order again at any time.`,
        ]
      : [
          t`The payment of ${total} did not go through, so this order was not placed.`,
          t`Should money leave your account all the same, we send your order if its items are still there, or you get it back.`,
          takes_money
            ? t`To pay for it after all, open your order while its items last.`
            : t`You can order again at any time.`,
        ],
  }),
  payment_not_found: (_, { takes_money, number, total }) => ({
    subject: t`We did not find your payment for order #${number}`,
    heading: t`We did not find your payment`,
    lines: [
      t`Our bank does not have the transfer of ${total} that you told us about.`,
      takes_money
        ? t`Please open your order, check the UTR in your UPI app and tell it again, or pay again.`
        : t`Please open your order, check the UTR in your UPI app and tell it again.`,
    ],
  }),
  payment_unconfirmed: (_, { number, total }) => ({
    subject: t`We did not confirm your payment for order #${number} in time`,
    heading: t`We did not confirm your payment in time`,
    lines: [
      t`You told us of a UPI payment of ${total}. We did not compare it with our bank in time, so this order has ended.`,
      t`If the money left your account, it is with us. We check it, and then send your order if its items are still there, or pay your money back.`,
      t`Please do not pay again. To ask about it, use the contact details below.`,
    ],
  }),
  payment_undecided: (_, { number, total }) => ({
    subject: t`Your payment for order #${number} is still being processed`,
    heading: t`Your bank is still processing your payment`,
    lines: [
      t`We do not know yet whether your payment of ${total} comes through, and we keep asking.`,
      t`If it does, we send your order if its items are still there, or you get your money back. If your bank declines it, no money is taken, and your order has ended.`,
      t`Please do not pay again: the page of your order shows the result by itself.`,
    ],
  }),
  tracking_corrected: (order, { number }) => ({
    subject: t`New tracking number of order #${number}`,
    heading: t`Your tracking number was corrected`,
    lines: [
      t`The tracking details we sent you were wrong. These are the right ones:`,
      ...trackingLines(order),
    ],
  }),
  shipped: (order, { number, total }) => ({
    subject: t`Order #${number} is on its way`,
    heading: t`On its way to you`,
    lines: [
      handedTo(order.courier),
      ...trackingLines(order).slice(1),
      ...arrivalLines(order),
      ...(isCashOnDelivery(order.payment_method, order.status)
        ? [t`Please keep ${total} ready for the courier.`]
        : []),
    ],
  }),
  delivered: ({ items }, { number }) => ({
    subject: t`Order #${number} was delivered`,
    heading: t`Delivered`,
    lines: [t`Your order has arrived. We hope you like it.`, ratingLine(items)],
  }),
  exchange_placed: (order, { number }) => {
    const first = order.exchange_of_number ?? ''
    return {
      subject: t`Order #${number}, in exchange for #${first}`,
      heading: t`What you get in exchange`,
      lines: [
        t`What you sent back has reached us.`,
        t`We are getting ready what you get in exchange for order #${first}. There is nothing to pay.`,
        ...arrivalLines(order),
      ],
    }
  },
  changed: (order, { due, number, total }) => ({
    subject: t`Order #${number} was changed`,
    heading: t`Your order was changed`,
    lines: [
      t`Please check the items and the address below. The total is ${total}.`,
      ...arrivalLines(order),
      ...due,
    ],
  }),
  cancelled: ({ payment_told }, { due, number }) => ({
    subject: t`Order #${number} was cancelled`,
    heading: t`Order cancelled`,
    lines: [
      t`Your order was cancelled and will not be sent.`,
      ...(payment_told ? [t`We compare your UPI payment with our bank, and pay it back.`] : []),
      ...due,
      ...(payment_told || due.length > 0 ? [] : [t`There is nothing to pay.`]),
    ],
  }),
  ...REFUND_INTRODUCTIONS,
} satisfies Record<string, (order: MailedOrder, told: Told) => Introduction>

export type OrderMailKind = keyof typeof INTRODUCTIONS
export const ORDER_MAILS = Object.keys(INTRODUCTIONS) as OrderMailKind[]
/** A moment that is told by text message alone. */
const TEXT_ONLY = 'out_for_delivery'
export type OrderMoment = OrderMailKind | typeof TEXT_ONLY

export const orderMails = mailKind({
  kind: 'order',
  payload: z.extend(Occasion, { order_id: z.int(), mail: z.enum([...ORDER_MAILS, TEXT_ONLY]) }),
  async compose(shop, { order_id, mail, ...occasion }) {
    if (mail === TEXT_ONLY) return null
    const order = await findMailedOrder(shop.db, order_id)
    const to = order?.customer.email
    if (!order || !to) return null
    const asks = mail === 'confirmed' && needsConfirmation(order)
    const confirmation = asks ? confirmationLink(shop, order_id) : null
    const tracking = ON_THE_WAY.includes(mail) ? trackingLink(shop, order_id) : null
    const paid = mail === 'refunded' ? await findPaidRefunds(shop.db, occasion.refunds ?? []) : null
    const back = paid?.pieces ?? occasion.back
    const about = { ...occasion, back, paid, confirmation, tracking }
    const { language } = order.customer
    const items = await copyIn(shop.db, language, order.items)
    return { to, language, write: (from) => orderMail(from, mail, { ...order, items }, about) }
  },
  composeText: (shop, { order_id, mail, amount }) => findOrderText(shop, order_id, mail, amount),
})

/** The mails of a parcel that moves: they lead to a page that needs no login. */
const ON_THE_WAY: readonly OrderMailKind[] = ['shipped', 'tracking_corrected']

/** The mails that an order has once. */
const ONCE: readonly OrderMoment[] = [
  ...(['confirmed', 'payment_failed', 'refund_due', 'shipped', TEXT_ONLY, 'delivered'] as const),
  ...(['exchange_placed', 'lost', 'cancelled'] as const),
]

/** Mails the customer about an order: once per order and kind, but for those that may repeat. */
export const enqueueOrderMail = (
  tx: Tx,
  order_id: number,
  mail: OrderMoment,
  occasion: Occasion = NOTHING,
): Promise<void> => {
  const time = ONCE.includes(mail) ? '' : `:${randomUUID()}`
  return orderMails.enqueue(tx, { order_id, mail, ...occasion }, `order:${order_id}:${mail}${time}`)
}

export const orderMail = (
  shop: MailShop,
  kind: OrderMailKind,
  order: MailedOrder,
  {
    confirmation = null,
    tracking = null,
    paid = null,
    ...occasion
  }: Occasion & Pick<About, 'confirmation' | 'tracking'> & { paid?: PaidRefunds | null } = NOTHING,
): MailText => {
  const { back, amount } = occasion
  const told = {
    ...{ ...occasion, due: refundLines(order, occasion), what: whatFor(order, occasion), paid },
    asks: confirmation !== null,
    ...{ number: order.order_number, total: formatShortRupees(payableOf(order)) },
  }
  return mailAbout(shop, INTRODUCTIONS[kind](order, told), order, {
    ...{ confirmation, tracking },
    // A refund has no items of its own: what came back may be older.
    ...((back.length > 0 || kind === 'refunded') && { part: back.map((row) => partOf(order, row, amount)) }),
  })
}

/** What is to be done with what has arrived. All of it can be returned so long, or the order's page says what can. */
function ratingLine(items: MailedOrder['items']): string {
  const days = Math.min(...items.map(({ return_days }) => return_days ?? 0))
  return days > 0
    ? t`Open your order to rate it, or to return it within ${plural(days, { one: '# day', other: '# days' })}.`
    : t`Open your order to rate it.`
}

const handedTo = (courier: string | null): string =>
  courier === null ? t`Your order was handed to the courier.` : t`Your order was handed to ${courier}.`
