/** The text messages about an order. Operators deliver only registered texts, so each has fixed words and few gaps. */
import type { Language } from '@haat/contract/languages'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { speaking, t } from '#say'
import type { SmsKind } from '../../adapters/sms-account.ts'
import type { TextMessage } from '../../adapters/sms.ts'
import type { Shop } from '../../shop.ts'
import { mailShop } from '../mail/mail-layout.ts'
import { trackingLink } from './order-links.ts'
import { findMailedOrder, type MailedOrder } from './order-mail.store.ts'
import { exchangeOf } from './returns.store.ts'

/** By the mail of the same moment. What has none is told as `news`, to customers without an e-mail address. */
const KINDS: Partial<Record<string, Exclude<SmsKind, 'otp'>>> = {
  confirmed: 'placed',
  shipped: 'shipped',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  cancelled: 'cancelled',
  refunded: 'refunded',
}

interface Gaps extends Record<string, string> {
  shop: string
  order: string
  amount: string
  courier: string
  link: string
  news: string
}

/** What `news` says of a moment, in at most 30 characters: operators deliver no more in a gap. */
const NEWS: Partial<Record<string, () => string>> = {
  payment_failed: () => t`payment failed`,
  payment_not_found: () => t`payment not found`,
  changed: () => t`the order has changed`,
  refused: () => t`the parcel came back to us`,
  lost: () => t`the parcel is lost`,
  return_accepted: () => t`your request is accepted`,
  return_refused: () => t`your request is not accepted`,
  returned: () => t`what you sent back is here`,
  exchange_placed: () => t`exchange order placed`,
  refund_due: () => t`you get a refund`,
  refund_failed: () => t`the refund failed`,
}

/** The texts to register, by kind. */
const TEXTS: Record<Exclude<SmsKind, 'otp'>, (gaps: Gaps) => string> = {
  placed: ({ shop, order, amount, link }) => t`${shop}: your order ${order} of ${amount} is placed. ${link}`,
  shipped: ({ shop, order, courier, link }) =>
    t`${shop}: your order ${order} is on its way with ${courier}. ${link}`,
  out_for_delivery: ({ shop, order, link }) => t`${shop}: your order ${order} is out for delivery. ${link}`,
  delivered: ({ shop, order }) => t`${shop}: your order ${order} is delivered.`,
  cancelled: ({ shop, order, link }) => t`${shop}: your order ${order} is cancelled. ${link}`,
  refunded: ({ shop, order, amount }) => t`${shop}: we have refunded ${amount} for your order ${order}.`,
  news: ({ shop, order, news, link }) => t`${shop}: order ${order}: ${news}. ${link}`,
}

/**
 * The text message of a moment of an order or a return, or null where it has none.
 *
 * @param amount paise of a refund
 */
export async function findOrderText(
  shop: Pick<Shop, 'db' | 'config'>,
  orderId: number,
  moment: string,
  amount = 0,
): Promise<TextMessage | null> {
  const order = await findMailedOrder(shop.db, orderId)
  if (!order) return null
  const { shop_name } = await mailShop(shop)
  const { language } = order.customer
  // The customer knows the order that it is in exchange for, whose page tells of the new one.
  const known = moment === 'exchange_placed' ? exchangeOf(order) : null
  const link = trackingLink(shop, known?.order_id ?? orderId)
  const order_number = known?.order_number ?? order.order_number
  return orderText(moment, { ...order, order_number }, { language, shop: shop_name, amount, link })
}

/** @param amount paise of a refund */
export function orderText(
  moment: string,
  order: MailedOrder,
  { language, shop, amount, link }: { language: Language; shop: string; amount: number; link: string },
): TextMessage | null {
  const kind = KINDS[moment] ?? (order.customer.email ? null : 'news')
  if (!kind || (kind === 'refunded' && amount === 0)) return null
  const gaps = () => ({
    ...{ shop, link, order: order.order_number, courier: order.courier ?? t`our courier` },
    amount: formatShortRupees(kind === 'refunded' ? amount : payableOf(order)),
    news: NEWS[moment]?.() ?? t`there is news`,
  })
  const write = () => ({ text: TEXTS[kind](gaps()), values: gaps() })
  return { kind, to: order.text_to, language, write: (spoken) => speaking(spoken, write) }
}
