/** The mails about an order: their kinds and texts. */
import { randomUUID } from 'node:crypto'
import { namedDayOf } from '@haat/contract/arrival-text'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { courierLink } from '@haat/contract/courier-link'
import { isCashOnDelivery, itemName } from '@haat/contract/rules'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { type MailShop, mailShop, type MailText } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { confirmationLink, needsConfirmation, trackingLink } from './order-links.ts'
import { type About, type Introduction, type Listed, mailAbout } from './order-mail-layout.ts'
import { orderText } from './order-text.ts'
import { findMailedOrder, type MailedOrder } from './orders.store.ts'

export const ORDER_MAILS = [
  'confirmed',
  'payment_failed',
  'payment_not_found',
  'payment_unconfirmed',
  'payment_undecided',
  'refund_due',
  'shipped',
  'tracking_corrected',
  'delivered',
  'returned',
  'exchanged',
  'exchange_placed',
  'refunded_in_part',
  'exchange_refunded',
  'lost',
  'cancelled',
  'refunded',
  'refund_failed',
  'paid_again',
  'paid_short',
  'changed',
] as const
export type OrderMailKind = (typeof ORDER_MAILS)[number]
/** A moment that is told by text message alone. */
const TEXT_ONLY = 'out_for_delivery'
export type OrderMoment = OrderMailKind | typeof TEXT_ONLY

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
    return { to, ...orderMail(await mailShop(shop), mail, order, { ...occasion, confirmation, tracking }) }
  },
  async composeText(shop, { order_id, mail, amount }) {
    const order = await findMailedOrder(shop.db, order_id)
    if (!order) return null
    const { shop_name } = await mailShop(shop)
    return orderText(mail, order, { shop: shop_name, amount, link: trackingLink(shop, order_id) })
  },
})

/** The mails of a parcel that moves: they lead to a page that needs no login. */
const ON_THE_WAY: readonly OrderMailKind[] = ['shipped', 'tracking_corrected']

/** The mails that an order may have several of. */
const REPEATED: readonly OrderMoment[] = [
  'tracking_corrected',
  'returned',
  'exchanged',
  'refunded_in_part',
  'exchange_refunded',
  'refunded',
  'refund_failed',
  'paid_again',
  'paid_short',
  'payment_not_found',
  'payment_unconfirmed',
  'payment_undecided',
  'changed',
]

/** Mails the customer about an order: once per order and kind, but for those that may repeat. */
export const enqueueOrderMail = (
  tx: Tx,
  order_id: number,
  mail: OrderMoment,
  occasion: Occasion = NOTHING,
): Promise<void> => {
  const time = REPEATED.includes(mail) ? `:${randomUUID()}` : ''
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
  const due = refundLines(order, occasion)
  return mailAbout(
    shop,
    INTRODUCTIONS[kind](order, amount, { ...occasion, due, asks: confirmation !== null }),
    order,
    {
      ...{ confirmation, tracking },
      ...(back.length > 0 && { part: back.map((row) => partOf(order, row, amount)) }),
    },
  )
}

/** @param refund paise, in all; 0 for goods that were not paid, or are exchanged */
function partOf(
  { items }: MailedOrder,
  { order_item_id, quantity, amount }: Occasion['back'][number],
  refund: number,
): Listed {
  const item = items.find(({ id }) => id === order_item_id)
  const name = item ? itemName(item) : 'Delivery'
  const text = item && quantity > 0 ? `${quantity} × ${name}` : name
  return { name: text, detail: '', amount: refund > 0 && amount > 0 ? formatShortRupees(amount) : '' }
}

const total = (order: MailedOrder): string => formatShortRupees(payableOf(order))

const trackingLines = ({ courier, tracking_number }: MailedOrder): string[] => [
  `Courier: ${courier ?? 'not known'}`,
  ...(tracking_number === null ? [] : [`Tracking number: ${tracking_number}`]),
  ...[courierLink(courier, tracking_number)].flatMap((link) => (link ? [`Where it is now: ${link}`] : [])),
]

const arrivalLines = ({ arrives_to: day }: MailedOrder): string[] =>
  day === null ? [] : [`It should arrive by ${namedDayOf(day)}.`]

/** What is still due of this refund alone, by who pays it. */
function refundLines(
  { refund_due_amount, refund_by_hand, refund_upi }: MailedOrder,
  { amount: owed, by_hand = 0 }: Occasion,
): string[] {
  const amount = Math.min(owed, refund_due_amount)
  const due = (part: number) => `Your refund of ${formatShortRupees(part)} is due`
  const byHand = refund_by_hand ? Math.min(by_hand, amount) : 0
  return [
    ...(amount > byHand ? [`${due(amount - byHand)}; you get it the way you paid.`] : []),
    ...(byHand > 0 && refund_upi ? [`${due(byHand)}; it goes by UPI to ${refund_upi}.`] : []),
    ...(byHand > 0 && !refund_upi
      ? [`${due(byHand)}. Please open your order and give us the UPI id that it goes to.`]
      : []),
  ]
}

/** Whether money came that did not pay the order: of nothing, in another currency. */
const hasOtherMoney = ({ refund_open, refund_due_amount, refunded_amount }: MailedOrder): boolean =>
  refund_open || refund_due_amount + refunded_amount > 0

const INTRODUCTIONS: Record<
  OrderMailKind,
  (order: MailedOrder, amount: number, occasion: Occasion & { due: string[]; asks: boolean }) => Introduction
> = {
  confirmed: (order, _, { due, asks, came = `We have received your payment of ${total(order)}.` }) => ({
    subject: asks ? `Please confirm order #${order.order_number}` : `Order #${order.order_number} confirmed`,
    heading: asks ? 'Please confirm your order' : 'Order confirmed',
    lines: [
      asks ? 'Thank you for your order.' : 'Thank you for your order. We are getting it ready.',
      payableOf(order) === 0
        ? 'There is nothing to pay.'
        : isCashOnDelivery(order.payment_method, order.status)
          ? `Please keep ${total(order)} ready for the courier.`
          : came,
      ...due,
      ...arrivalLines(order),
    ],
  }),
  payment_failed: (order) => ({
    subject: `Payment for order #${order.order_number} failed`,
    heading: 'Payment failed',
    lines: hasOtherMoney(order)
      ? [
          `The ${total(order)} that this order costs did not come in time, so it was not placed.`,
          'The other money that reached us goes back to you. You can order again at any time.',
        ]
      : [
          `The payment of ${total(order)} did not go through, so this order was not placed.`,
          'Should money leave your account all the same, we send your order if its items are still there, or you get it back. You can order again at any time.',
        ],
  }),
  payment_not_found: (order, _, { takes_money }) => ({
    subject: `We did not find your payment for order #${order.order_number}`,
    heading: 'We did not find your payment',
    lines: [
      `Our bank does not have the transfer of ${total(order)} that you told us about.`,
      `Please open your order, check the UTR in your UPI app and tell it again${takes_money ? ', or pay again' : ''}.`,
    ],
  }),
  payment_unconfirmed: (order) => ({
    subject: `We did not confirm your payment for order #${order.order_number} in time`,
    heading: 'We did not confirm your payment in time',
    lines: [
      `You told us of a UPI payment of ${total(order)}. We did not compare it with our bank in time, so this order has ended.`,
      'If the money left your account, it is with us. We check it, and then send your order if its items are still there, or pay your money back.',
      'Please do not pay again. To ask about it, use the contact details below.',
    ],
  }),
  payment_undecided: (order) => ({
    subject: `Your payment for order #${order.order_number} is still being processed`,
    heading: 'Your bank is still processing your payment',
    lines: [
      `We do not know yet whether your payment of ${total(order)} comes through, and we keep asking.`,
      'If it does, we send your order if its items are still there, or you get your money back. If your bank declines it, no money is taken, and your order has ended.',
      'Please do not pay again: the page of your order shows the result by itself.',
    ],
  }),
  refund_due: (order, _, { due }) => ({
    subject: `Refund for order #${order.order_number}`,
    heading: 'We are refunding your payment',
    lines: [
      `Your payment of ${total(order)} reached us, but the order could not be kept.`,
      'We are refunding it in full.',
      ...due,
    ],
  }),
  tracking_corrected: (order) => ({
    subject: `New tracking number of order #${order.order_number}`,
    heading: 'Your tracking number was corrected',
    lines: [
      'The tracking details we sent you were wrong. These are the right ones:',
      ...trackingLines(order),
    ],
  }),
  shipped: (order) => ({
    subject: `Order #${order.order_number} is on its way`,
    heading: 'On its way to you',
    lines: [
      `Your order was handed to ${order.courier ?? 'the courier'}.`,
      ...trackingLines(order).slice(1),
      ...arrivalLines(order),
      ...(isCashOnDelivery(order.payment_method, order.status)
        ? [`Please keep ${total(order)} ready for the courier.`]
        : []),
    ],
  }),
  delivered: (order) => ({
    subject: `Order #${order.order_number} was delivered`,
    heading: 'Delivered',
    lines: ['Your order has arrived. We hope you like it.'],
  }),
  returned: (order, _, { due }) => ({
    subject: `Your return of order #${order.order_number}`,
    heading: 'Your return arrived',
    lines: ['What you sent back, or did not accept, has reached us.', ...due],
  }),
  exchanged: (order) => ({
    subject: `Your exchange of order #${order.order_number}`,
    heading: 'Your return arrived',
    lines: [
      'What you sent back has reached us. What you get for it is an order of its own, with nothing to pay; it has a mail of its own.',
    ],
  }),
  refunded_in_part: (order, _, { due }) => ({
    subject: `Part of order #${order.order_number} is refunded`,
    heading: 'We give back part of the price',
    lines: ['We give back part of what you paid. You need not send anything back for it.', ...due],
  }),
  exchange_placed: (order) => ({
    subject: `Order #${order.order_number}, in exchange for #${order.exchange_of_number}`,
    heading: 'What you get in exchange',
    lines: [
      `We are getting ready what you get in exchange for order #${order.exchange_of_number}. There is nothing to pay.`,
      ...arrivalLines(order),
    ],
  }),
  exchange_refunded: (order, amount, { due }) => ({
    subject: `${amount > 0 ? 'Refund for the' : 'The'} exchange of order #${order.order_number}`,
    heading: amount > 0 ? 'You get money back' : 'Your exchange has ended',
    lines: [
      'You do not keep what we sent you in exchange for these items.',
      ...(amount > 0 ? due : ['Their price went back to you before.']),
    ],
  }),
  lost: (order, _, { due }) => ({
    subject: `Order #${order.order_number} was lost`,
    heading: 'Your parcel was lost',
    lines: ['We are sorry: your parcel was lost on its way and will not arrive.', ...due],
  }),
  refunded: (order, amount) => ({
    subject: `Refund for order #${order.order_number} paid`,
    heading: 'We have refunded you',
    lines: [
      amount === 0
        ? 'We have paid back what came for this order in another currency.'
        : `We have paid back ${formatShortRupees(amount)} for this order.`,
      'Banks take some days until you see it.',
    ],
  }),
  refund_failed: (order, _, { due }) => ({
    subject: `Refund for order #${order.order_number} did not go through`,
    heading: 'Your refund did not go through',
    lines: [
      'Your refund could not be paid the way you paid. We pay it another way.',
      ...(order.refund_by_hand ? due : []),
    ],
  }),
  paid_again: (order, _, { due }) => ({
    subject: `Second payment for order #${order.order_number}`,
    heading: 'You paid more than once',
    lines: ['Another payment for this order reached us.', ...due],
  }),
  // Of nothing, for money in another currency.
  paid_short: (order, amount, { due, takes_money }) => ({
    subject: `Your payment for order #${order.order_number} was ${amount > 0 ? 'too little' : 'not in rupees'}`,
    heading: amount > 0 ? 'You paid less than the order costs' : 'You paid in another currency',
    lines: [
      amount > 0
        ? `A payment reached us that is less than the ${total(order)} that this order costs${order.paid_at === null ? ': the order is not paid' : ', and another one has paid it since'}.`
        : `A payment reached us that is not in rupees, and this shop takes rupees only. It goes back to you, and the order of ${total(order)} is not paid.`,
      ...due,
      ...(takes_money && order.paid_at === null
        ? [`To get what you ordered, please open your order and pay ${total(order)} in full.`]
        : []),
    ],
  }),
  changed: (order, _, { due }) => ({
    subject: `Order #${order.order_number} was changed`,
    heading: 'Your order was changed',
    lines: [`Please check the items and the address below. The total is ${total(order)}.`, ...due],
  }),
  cancelled: (order, _, { due }) => ({
    subject: `Order #${order.order_number} was cancelled`,
    heading: 'Order cancelled',
    lines: [
      'Your order was cancelled and will not be sent.',
      ...(order.payment_told ? ['We compare your UPI payment with our bank, and pay it back.'] : []),
      ...due,
    ],
  }),
}
