/** What a coupon does, in a sentence. */
import { formatShortRupees, toPaise } from '@haat/contract/money'
import type { ReplyOf } from '@haat/contract/staff/act'
import type { staffCoupons } from '@haat/contract/staff/offers'
import { type Typed, valueOf } from '../../form/act-fields.ts'
import { untilText } from '../../lib/format.ts'

/** A coupon as the shop lists it: its value in rupees or percent, its category with the slug. */
type Listed = Omit<
  ReplyOf<typeof staffCoupons.list>[number],
  'code' | 'state' | 'used_count' | 'description' | 'is_active' | 'is_listed'
>

interface CouponTerms extends Omit<Listed, 'category' | 'product'> {
  /** Percent, or paise. */
  value: number
  /** What it is for, of the shop's goods. */
  scope: string | null
  customer?: string | null
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** `15% off Clothing, at most ₹200, once each, till Sun, 29 Nov, 9:00 pm`. */
export function couponSentence(terms: CouponTerms): string {
  const amount = terms.kind === 'percent' ? `${terms.value}%` : formatShortRupees(terms.value)
  const goods = terms.scope ?? 'the order'
  return [
    terms.level === 'item'
      ? `${amount} off each item${terms.scope ? ` of ${terms.scope}` : ''}`
      : `${amount} off ${goods}`,
    terms.max_discount !== null && `at most ${formatShortRupees(terms.max_discount)}`,
    terms.min_amount !== null && `from ${formatShortRupees(terms.min_amount)}`,
    terms.customer && `only for ${terms.customer}`,
    terms.per_user_limit !== null && `${times(terms.per_user_limit)} each`,
    terms.usage_limit !== null && `${times(terms.usage_limit)} in all`,
    terms.starts_at && `from ${untilText(terms.starts_at)}`,
    terms.ends_at ? `till ${untilText(terms.ends_at)}` : 'without an end',
  ]
    .filter(Boolean)
    .join(', ')
}

export const listedSentence = (coupon: Listed): string =>
  couponSentence({
    ...coupon,
    value: coupon.kind === 'percent' ? coupon.value : toPaise(coupon.value),
    scope: coupon.product ?? coupon.category?.replace(/ \([^)]*\)$/, '') ?? null,
  })

/** While a coupon is typed; null until it takes something off, and not more than all. */
export function typedSentence(typed: Typed, scopeOf: (value: string) => string): string | null {
  const number = (name: string, kind: 'number' | 'rupees') => {
    const value = valueOf({ kind }, typed[name])
    return typeof value === 'number' ? value : null
  }
  const date = (name: string) => {
    const value = valueOf({ kind: 'moment' }, typed[name])
    return value instanceof Date ? value : null
  }
  const percent = number('percent', 'number')
  const value = percent ?? number('flat', 'rupees')
  if (value === null || (percent ?? 0) > 100) return null
  const scope = String(typed['product'] ?? '') || String(typed['category'] ?? '')
  return couponSentence({
    ...{ kind: percent === null ? 'flat' : 'percent', value, level: typed['item'] ? 'item' : 'order' },
    min_amount: number('min_amount', 'rupees'),
    max_discount: number('max_discount', 'rupees'),
    usage_limit: number('limit', 'number'),
    per_user_limit: number('per_customer', 'number'),
    starts_at: date('starts'),
    ends_at: date('ends'),
    scope: scope === '' ? null : scopeOf(scope),
    customer: String(typed['customer'] ?? '') || null,
  })
}
