/** The mails about an order: their kinds and texts. */
import { randomUUID } from 'node:crypto'
import { namedDayOf } from '@haat/contract/arrival-text'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { courierLink } from '@haat/contract/courier-link'
import { isCashOnDelivery, itemName } from '@haat/contract/rules'
import { REFUND_DAYS } from '@haat/contract/return-rules'
import * as z from 'zod/mini'
import { localeNow, plural, t, translated } from '#say'
import type { Tx } from '../../db/database.ts'
import { type MailShop, mailShop, type MailText } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { confirmationLink, needsConfirmation, trackingLink } from './order-links.ts'
import { type About, type Introduction, type Listed, mailAbout } from './order-mail-layout.ts'
import { orderText } from './order-text.ts'
import { findMailedOrder, type MailedOrder } from './order-mail.store.ts'
import { copyIn } from '../translations/translations.ts'

/** What the step did that a mail is about: later ones change what can be looked up. */
const Occasion = z.object({
  /** What came back, was lost, or was given back without goods; `amount` in paise. */
  back: z.array(
    z.object({
      /** Null for the delivery charge. */
      order_item_id: z.nullable(z.int()),
      quantity: z.int(),
      amount: z.int(),
    }),
  ),
  /** Paise that the step owes the customer, or has paid back. */
  amount: z.int(),
  /** How much of it the merchant pays by hand; paise. */
  by_hand: z.optional(z.int()),
  /** What came, where it was not just what the order costs. */
  came: z.optional(z.string()),
  /** Whether the order can still be paid. */
  takes_money: z.optional(z.boolean()),
})
type Occasion = z.output<typeof Occasion>

const NOTHING: Occasion = { back: [], amount: 0 }

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

/** What is still due of this refund alone, by who pays it. */
function refundLines(
  { refund_due_amount, refund_by_hand, refund_upi }: MailedOrder,
  { amount: owed, by_hand = 0 }: Occasion,
): string[] {
  const amount = Math.min(owed, refund_due_amount)
  const byHand = refund_by_hand ? Math.min(by_hand, amount) : 0
  const [refund, refundByHand] = [amount - byHand, byHand].map(formatShortRupees) as [string, string]
  return [
    ...(amount > byHand
      ? [t`Your refund of ${refund} is due; you get it the way you paid, within ${REFUND_DAYS} working days.`]
      : []),
    ...(byHand > 0 && refund_upi
      ? [
          t`Your refund of ${refundByHand} is due; it goes by UPI to ${refund_upi}, within ${REFUND_DAYS} working days.`,
        ]
      : []),
    ...(byHand > 0 && !refund_upi
      ? [
          t`Your refund of ${refundByHand} is due. Please open your order and give us the UPI id that it goes to.`,
        ]
      : []),
  ]
}

/** Whether money came that did not pay the order: of nothing, in another currency. */
const hasOtherMoney = ({ refund_open, refund_due_amount, refunded_amount }: MailedOrder): boolean =>
  refund_open || refund_due_amount + refunded_amount > 0

/** The occasion with the lines of refunds; `total` is what the order costs, in rupees. */
type Told = Occasion & { due: string[]; asks: boolean; number: string; total: string }

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
  refund_due: (_, { due, number, total }) => ({
    subject: t`Refund for order #${number}`,
    heading: t`We are refunding your payment`,
    lines: [
      t`Your payment of ${total} reached us, but the order could not be kept.`,
      t`We are refunding it in full.`,
      ...due,
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
  returned: (_, { due, number }) => ({
    subject: t`Your return of order #${number}`,
    heading: t`Your return arrived`,
    lines: [t`What you sent back has reached us.`, ...due],
  }),
  refused: (_, { due, number }) => ({
    subject: t`Order #${number} came back to us`,
    heading: t`Your parcel came back to us`,
    lines: [
      t`The courier could not hand it over, and brought it back.`,
      ...(due.length > 0 ? due : [t`There is nothing to pay.`]),
    ],
  }),
  refunded_in_part: (_, { due, number }) => ({
    subject: t`Part of order #${number} is refunded`,
    heading: t`We give back part of the price`,
    lines: [t`We give back part of what you paid. You need not send anything back for it.`, ...due],
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
  exchange_refunded: (_, { amount, due, number }) => ({
    subject:
      amount > 0 ? t`Refund for the exchange of order #${number}` : t`The exchange of order #${number}`,
    heading: amount > 0 ? t`You get money back` : t`Your exchange has ended`,
    lines: [
      t`You do not keep what we sent you in exchange for these items.`,
      ...(amount > 0 ? due : [t`Their price went back to you before.`]),
    ],
  }),
  lost: (_, { due, number }) => ({
    subject: t`Order #${number} was lost`,
    heading: t`Your parcel was lost`,
    lines: [t`We are sorry: your parcel was lost on its way and will not arrive.`, ...due],
  }),
  refunded: ({ refund_reference: reference }, { amount, number }) => ({
    subject: t`Refund for order #${number} paid`,
    heading: t`We have refunded you`,
    lines: [
      paidBack(amount),
      ...(reference ? [t`Reference: ${reference}`] : []),
      t`Banks take some days until you see it.`,
    ],
  }),
  refund_failed: (order, { due, number }) => ({
    subject: t`Refund for order #${number} did not go through`,
    heading: t`Your refund did not go through`,
    lines: [
      t`Your refund could not be paid the way you paid. We pay it another way.`,
      ...(order.refund_by_hand ? due : []),
    ],
  }),
  paid_again: (_, { due, number }) => ({
    subject: t`Second payment for order #${number}`,
    heading: t`You paid more than once`,
    lines: [t`Another payment for this order reached us.`, ...due],
  }),
  // Of nothing, for money in another currency.
  paid_short: ({ paid_at }, { amount, due, takes_money, number, total }) => ({
    subject:
      amount > 0
        ? t`Your payment for order #${number} was too little`
        : t`Your payment for order #${number} was not in rupees`,
    heading: amount > 0 ? t`You paid less than the order costs` : t`You paid in another currency`,
    pays: takes_money && paid_at === null,
    lines: [
      amount === 0
        ? t`A payment reached us that is not in rupees, and this shop takes rupees only. It goes back to you, and the order of ${total} is not paid.`
        : paid_at === null
          ? t`A payment reached us that is less than the ${total} that this order costs: the order is not paid.`
          : t`A payment reached us that is less than the ${total} that this order costs, and another one has paid it since.`,
      ...due,
      ...(takes_money && paid_at === null
        ? [t`To get what you ordered, please open your order and pay ${total} in full.`]
        : []),
    ],
  }),
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
    const about = { ...occasion, confirmation, tracking }
    const { language } = order.customer
    const items = await copyIn(shop.db, language, order.items)
    return { to, language, write: (from) => orderMail(from, mail, { ...order, items }, about) }
  },
  async composeText(shop, { order_id, mail, amount }) {
    const order = await findMailedOrder(shop.db, order_id)
    if (!order) return null
    const { shop_name } = await mailShop(shop)
    const { language } = order.customer
    const link = trackingLink(shop, order_id)
    return orderText(mail, order, { language, shop: shop_name, amount, link })
  },
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
    ...occasion
  }: Occasion & Pick<About, 'confirmation' | 'tracking'> = NOTHING,
): MailText => {
  const { back, amount } = occasion
  const told = {
    ...{ ...occasion, due: refundLines(order, occasion), asks: confirmation !== null },
    ...{ number: order.order_number, total: formatShortRupees(payableOf(order)) },
  }
  return mailAbout(shop, INTRODUCTIONS[kind](order, told), order, {
    ...{ confirmation, tracking },
    // A refund has no items of its own: what came back may be older.
    ...((back.length > 0 || kind === 'refunded') && { part: back.map((row) => partOf(order, row, amount)) }),
  })
}

/** @param refund paise, in all; 0 for goods that were not paid, or are exchanged */
function partOf(
  { items }: MailedOrder,
  { order_item_id, quantity, amount }: Occasion['back'][number],
  refund: number,
): Listed {
  const item = items.find(({ id }) => id === order_item_id)
  const name = item ? itemName(item) : t`Delivery`
  const text = item && quantity > 0 ? `${quantity} × ${name}` : name
  return { name: text, detail: '', amount: refund > 0 && amount > 0 ? formatShortRupees(amount) : '' }
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

/** @param paise 0 for money in another currency */
function paidBack(paise: number): string {
  if (paise === 0) return t`We have paid back what came for this order in another currency.`
  const amount = formatShortRupees(paise)
  return t`We have paid back ${amount} for this order.`
}
