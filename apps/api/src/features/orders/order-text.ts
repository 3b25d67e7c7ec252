/** The text messages about an order. Operators deliver only registered texts, so each has fixed words and few gaps. */
import type { Language } from '@haat/contract/languages'
import { formatShortRupees } from '@haat/contract/money'
import { payableOf } from '@haat/contract/pricing'
import { speaking, t } from '#say'
import type { SmsKind } from '../../adapters/sms-account.ts'
import type { TextMessage } from '../../adapters/sms.ts'
import type { MailedOrder } from './order-mail.store.ts'

/** By the mail of the same moment. */
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
}

/**
 * The text message of a moment, or null where it has none.
 *
 * @param amount paise of a refund
 */
export function orderText(
  moment: string,
  order: MailedOrder,
  { language, shop, amount, link }: { language: Language; shop: string; amount: number; link: string },
): TextMessage | null {
  const kind = KINDS[moment]
  if (!kind || (kind === 'refunded' && amount === 0)) return null
  const gaps = () => ({
    ...{ shop, link, order: order.order_number, courier: order.courier ?? t`our courier` },
    amount: formatShortRupees(kind === 'refunded' ? amount : payableOf(order)),
  })
  const write = () => ({ text: TEXTS[kind](gaps()), values: gaps() })
  return { kind, to: order.text_to, language, write: (spoken) => speaking(spoken, write) }
}
