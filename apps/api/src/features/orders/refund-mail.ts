/** The mails about what is paid back: what for, where to and until when. */
import { formatShortRupees } from '@haat/contract/money'
import { REFUND_DAYS } from '@haat/contract/return-rules'
import { itemName } from '@haat/contract/rules'
import * as z from 'zod/mini'
import { localeNow, t } from '#say'
import type { Introduction, Listed } from './order-mail-layout.ts'
import type { MailedOrder, PaidRefunds } from './order-mail.store.ts'
import { EventPiece } from './returns.store.ts'

/** What the step did that a mail is about: later ones change what can be looked up. */
export const Occasion = z.object({
  /** What came back, was lost, or is paid back for without goods. */
  back: z.array(EventPiece),
  /** Paise that the step owes the customer, or has paid back. */
  amount: z.int(),
  /** How much of it the merchant pays by hand; paise. */
  by_hand: z.optional(z.int()),
  /** Ids of the refunds that it has paid. */
  refunds: z.optional(z.array(z.int())),
  /** What came, where it was not just what the order costs. */
  came: z.optional(z.string()),
  /** Whether the order can still be paid. */
  takes_money: z.optional(z.boolean()),
})
export type Occasion = z.output<typeof Occasion>

export const NOTHING: Occasion = { back: [], amount: 0 }

/** The occasion with the lines of what is due; `total` is what the order costs, in rupees. */
export type Told = Occasion & {
  due: string[]
  /** Of the mail that says that it is paid: what for, and where to. */
  paid: PaidRefunds | null
  /** See `whatFor`. */
  what: string
  asks: boolean
  number: string
  total: string
}

/** How many pieces a sentence names; the mail lists them all. */
const NAMED_MAX = 3

/** What money is paid back for: `1 × Shirt (Blue, M) and the delivery`; empty for an order, or a payment, as a whole. */
export function whatFor(order: MailedOrder, { back, amount }: Occasion): string {
  if (back.length > NAMED_MAX) return t`the items below`
  const names = back.map((piece) =>
    piece.order_item_id === null ? t`the delivery` : partOf(order, piece, amount).name,
  )
  return new Intl.ListFormat(localeNow()).format(names)
}

const sumFor = (paise: number, what: string): string => {
  const refund = formatShortRupees(paise)
  return what ? t`${refund} for ${what}` : refund
}

/** What is still due of this refund alone: where it goes, by who pays it, and until when. */
export function refundLines(order: MailedOrder, occasion: Occasion): string[] {
  const { refund_due_amount, refund_by_hand, refund_upi: upi } = order
  const amount = Math.min(occasion.amount, refund_due_amount)
  const byHand = refund_by_hand ? Math.min(occasion.by_hand ?? 0, amount) : 0
  const what = whatFor(order, occasion)
  const sum = sumFor(amount - byHand, what)
  const sumByHand = sumFor(byHand, amount > byHand ? '' : what)
  const until = t`It is there within ${REFUND_DAYS} working days.`
  return [
    ...(amount > byHand
      ? [t`${sum} goes back to the card, bank account or UPI id that you paid with.`, until]
      : []),
    ...(byHand > 0 && upi ? [t`${sumByHand} goes to your UPI id ${upi}.`, until] : []),
    ...(byHand > 0 && !upi
      ? [
          t`${sumByHand} goes back to you by UPI. Please open your order and tell us your UPI id.`,
          t`The money is there within ${REFUND_DAYS} working days of that.`,
        ]
      : []),
  ]
}

export const REFUND_INTRODUCTIONS = {
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
  lost: (_, { due, number }) => ({
    subject: t`Order #${number} was lost`,
    heading: t`Your parcel was lost`,
    lines: [t`We are sorry: your parcel was lost on its way and will not arrive.`, ...due],
  }),
  refunded_in_part: (_, { due, number }) => ({
    subject: t`Part of order #${number} is refunded`,
    heading: t`We give back part of the price`,
    lines: [t`We give back part of what you paid. You need not send anything back for it.`, ...due],
  }),
  exchange_refunded: (_, { amount, due, number }) => ({
    subject:
      amount > 0 ? t`Refund for the exchange of order #${number}` : t`The exchange of order #${number}`,
    heading: amount > 0 ? t`You get money back` : t`Your exchange has ended`,
    lines: [
      t`You do not keep what we sent you in exchange for these items.`,
      ...(amount > 0 ? due : [t`Their price went back to you before.`]),
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
  refunded: ({ refund_reference: reference }, { amount, what, paid, number }) => ({
    subject: t`Refund for order #${number} paid`,
    heading: t`We have refunded you`,
    lines: [
      paidBack({ amount, what, paid }),
      ...(reference ? [t`Reference: ${reference}`] : []),
      t`Your bank shows it within ${REFUND_DAYS} working days.`,
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
} satisfies Record<string, (order: MailedOrder, told: Told) => Introduction>

/** @param refund paise, in all; 0 for goods that were not paid, or are exchanged */
export function partOf(
  { items }: MailedOrder,
  { order_item_id, quantity, amount }: EventPiece,
  refund: number,
): Listed {
  const item = items.find(({ id }) => id === order_item_id)
  const name = item ? itemName(item) : t`Delivery`
  const text = item && quantity > 0 ? `${quantity} × ${name}` : name
  return { name: text, detail: '', amount: refund > 0 && amount > 0 ? formatShortRupees(amount) : '' }
}

/** What is paid, what for and where to, as far as it is known. */
function paidBack({ amount, what, paid }: Pick<Told, 'amount' | 'what' | 'paid'>): string {
  if (amount === 0) return t`We have paid back what came for this order in another currency.`
  const [sum, upi] = [sumFor(amount, what), paid?.upi]
  if (paid?.by_provider)
    return t`We have paid back ${sum} to the card, bank account or UPI id that you paid with.`
  return upi ? t`We have paid back ${sum} to your UPI id ${upi}.` : t`We have paid back ${sum}.`
}
