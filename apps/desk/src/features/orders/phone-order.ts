/** An order by phone as it is typed. */
import { formatShortRupees } from '@haat/contract/money'
import type { staffOrders } from '@haat/contract/staff/orders'
import type { PhoneQuote, TakenOrder } from '@haat/contract/staff/phone-orders'
import type { CallInput } from '../../api/client.ts'
import { untilText } from '../../lib/format.ts'

type QuotedLine = PhoneQuote['lines'][number]

/** `price` is in paise. */
export interface ChosenItem extends Pick<
  QuotedLine,
  'variant_id' | 'media_url' | 'price' | 'stock' | 'quantity'
> {
  name: string
}

/** Whose an order is, and where it goes. */
export type Recipient = Record<'phone' | 'name' | 'email' | 'pin' | 'state' | 'city' | 'street', string>

export interface PhoneOrder extends Recipient {
  coupon: string
  payment: 'COD' | 'ONLINE'
  items: ChosenItem[]
  /** What a customer wrote, not yet filled in. */
  chat: string
  /** What a chat asks for, until somebody has chosen the product. */
  wanted: { text: string; quantity: number }[]
}

export const NEW_ORDER: PhoneOrder = {
  ...{ phone: '', name: '', email: '', pin: '', state: '', city: '', street: '', coupon: '' },
  chat: '',
  payment: 'COD',
  items: [],
  wanted: [],
}

export const itemTexts = (items: readonly ChosenItem[]): string[] =>
  items.map(({ variant_id, quantity }) => `#${variant_id}=${quantity}`)

/** The contract says which fields are needed. */
export function inputOf(order: PhoneOrder): CallInput<typeof staffOrders.create> {
  const { items, wanted: _, chat: __, email, coupon, ...typed } = order
  const optional = (text: string): string | undefined => text.trim() || undefined
  return { ...typed, email: optional(email), coupon: optional(coupon), item: itemTexts(items) }
}

/** For the customer, on WhatsApp. */
export function confirmationText(order: TakenOrder, items: readonly string[], shop: string): string {
  const sum = formatShortRupees(order.payable)
  return [
    `Hello ${order.customer}, thank you for your order ${order.order_number} at ${shop}:`,
    ...items,
    order.payment_url
      ? `Total ${sum}. Please pay here${order.hold_expires_at ? ` until ${untilText(order.hold_expires_at)}` : ''}: ${order.payment_url}`
      : `Total ${sum}, to be paid in cash on delivery.`,
  ].join('\n')
}

/** `Only 2 left`: more is wanted than there is. */
export const shortageOf = ({ stock, quantity }: Pick<QuotedLine, 'stock' | 'quantity'>) =>
  quantity <= stock ? null : stock === 0 ? 'Sold out' : `Only ${stock} left`
