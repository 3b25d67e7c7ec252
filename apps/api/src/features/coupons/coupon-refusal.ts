/** Why a coupon is refused, in words the shopper can act on. */
import type { CouponShortfall } from '@haat/contract/pricing'
import { formatDay, formatRupees } from '../../format.ts'
import type { Coupon } from './coupons.store.ts'

/** A code that does not exist and one that is not meant for this customer read the same. */
export const UNKNOWN_COUPON = 'Invalid coupon. Please check the code.'
export const USED_UP = 'This coupon has been fully used.'

/**
 * Whether the coupon may be used at all, whatever is bought with it.
 *
 * @param usedByCustomer in orders that stand
 * @returns the refusal, or null when it may
 */
export function couponRefusal(
  coupon: Coupon,
  customerId: number,
  usedByCustomer: number,
  now: Date,
): string | null {
  if (!coupon.is_active || (coupon.user_id !== null && coupon.user_id !== customerId)) return UNKNOWN_COUPON
  if (coupon.starts_at && now < coupon.starts_at)
    return `This coupon starts on ${formatDay(coupon.starts_at)}.`
  if (coupon.ends_at && now >= coupon.ends_at) return `This coupon expired on ${formatDay(coupon.ends_at)}.`
  if (coupon.per_user_limit !== null && usedByCustomer >= coupon.per_user_limit) {
    return coupon.per_user_limit === 1
      ? 'You have already used this coupon.'
      : `You have already used this coupon ${usedByCustomer} times.`
  }
  if (coupon.usage_limit !== null && coupon.used_count >= coupon.usage_limit) return USED_UP
  return null
}

/** Why it takes nothing off what is bought. */
export function shortfallRefusal(coupon: Coupon, shortfall: CouponShortfall): string {
  if (shortfall.reason === 'no_eligible_items') return 'This coupon does not apply to any item in your order.'
  const scoped = coupon.category_id !== null || coupon.product_id !== null
  return `Add ${formatRupees(shortfall.missing)} more${scoped ? ' of eligible items' : ''} to use this coupon.`
}
