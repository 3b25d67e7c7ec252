/**
 * What items cost a customer now: `quoteLines` has their current prices, `priceLines` adds the coupon, if they may use
 * it, and delivery. The coupon reply and the order are both made from them.
 */
import type { CouponOffer } from '@haat/contract/coupons'
import {
  type CouponRule,
  type CouponShortfall,
  type Priced,
  type PricedLine,
  priceOrder,
} from '@haat/contract/pricing'
import { PAISE_MAX, formatShortRupees } from '@haat/contract/money'
import { type Checkout, type DeliveryRule, LIMITS, linePrice } from '@haat/contract/rules'
import { ID_MAX } from '@haat/contract/wire'
import { t } from '#say'
import type { Reader } from '../../db/database.ts'
import { formatDay } from '../../format.ts'
import { badRequest, conflict } from '../../http/failure.ts'
import { noLongerAvailable } from '../cart/cart.ts'
import { findLine } from '../cart/cart.store.ts'
import { findUnpaidLines } from '../cart/unpaid-orders.store.ts'
import { findSubtree } from '../catalog/category-tree.store.ts'
import {
  findDefaultVariants,
  findPurchasableVariants,
  type PurchasableVariant,
} from '../catalog/purchasable-variants.store.ts'
import { type Coupon, countUses, findApplied, findCouponByCode, findListedCoupons } from './coupons.store.ts'

export interface QuoteItem {
  product_id: number
  /** The product's default variant when absent. */
  variant_id?: number | undefined
  quantity: number
  /** What the client expects; paise. */
  price?: number | undefined
}

/** Which coupon: by its code, or the one that the customer applied last (by that application's id, or whichever). */
export type CouponClaim = { code: string } | { application_id: number | 'last item-level' }

/** What is bought of one variant. */
export interface QuoteLine extends PricedLine {
  variant_id: number
  variant: PurchasableVariant
}

/** A coupon with the categories it covers: its own and all below. */
export type ClaimedCoupon = Coupon & CouponRule

export interface Quote {
  coupon: ClaimedCoupon | null
  priced: Priced
}

/**
 * What lines cost a customer in a checkout.
 *
 * @throws Failure 400 for too large an amount; COUPON_INVALID for a coupon that may not be used, with status 400 for a code and 409 for an applied one
 */
export async function priceLines(
  reader: Reader,
  customerId: number,
  lines: readonly QuoteLine[],
  claim: CouponClaim | null,
  { checkout, delivery, now }: { checkout: Checkout; delivery: DeliveryRule; now: Date },
): Promise<Quote> {
  const coupon = claim && (await withCategories(reader, await findClaimed(reader, customerId, claim)))
  const priced = priceOrder(lines, coupon, delivery, checkout)
  if (priced.items_total + priced.total_shipping_price > PAISE_MAX)
    throw badRequest(t`This order is too large.`)
  if (coupon) {
    const refusal =
      (await findBar(reader, customerId, coupon, { isTried: 'code' in claim, now })) ??
      shortfallText(coupon, priced.shortfall)
    if (refusal !== null) throw couponInvalid(claim, refusal)
  }
  return { coupon, priced }
}

/**
 * The coupons that the shop shows for lines of a customer: the highest discount first, last those that need other or
 * more lines.
 */
export async function offerCoupons(
  reader: Reader,
  customerId: number,
  lines: readonly QuoteLine[],
  { delivery, now }: { delivery: DeliveryRule; now: Date },
): Promise<CouponOffer[]> {
  const offers: CouponOffer[] = []
  for (const listed of await findListedCoupons(reader, customerId, now)) {
    if ((await findBar(reader, customerId, listed, { isTried: true, now })) !== null) continue
    const coupon = await withCategories(reader, listed)
    const { total_items_discount, shortfall } = priceOrder(lines, coupon, delivery, 'cart')
    const { code, description } = coupon
    offers.push({
      ...{ code, description, discount_amount: total_items_discount },
      refusal: shortfallText(coupon, shortfall),
    })
  }
  return offers.sort((a, b) => b.discount_amount - a.discount_amount)
}

/**
 * Why a customer may not use a coupon now, whatever they buy; null when they may.
 *
 * @param options.isTried placing the order may end the unpaid orders that use it: these do not count
 */
async function findBar(
  reader: Reader,
  customerId: number,
  coupon: Coupon,
  { isTried, now }: { isTried: boolean; now: Date },
): Promise<string | null> {
  const unpaid = isTried ? await findUnpaidLines(reader, customerId) : []
  const using = unpaid.filter(({ coupon_id }) => coupon_id === coupon.id)
  const freed = new Set(using.map(({ order_id }) => order_id)).size
  const own = (await countUses(reader, customerId, coupon.id)) - freed
  return barText(coupon, { customerId, uses: { own, all: coupon.used_count - freed }, now })
}

// A code that does not exist and one that is not meant for this customer read the same.
const unknownCoupon = () => t`Invalid coupon. Please check the code.`
const usedUp = () => t`This coupon has been fully used.`

// Upper-casing may turn a look-alike into a letter of a code, so codes are plain ASCII.
const CODE = /^[\x21-\x7e]+$/

function couponInvalid(claim: CouponClaim | null, message: string) {
  const refuse = claim !== null && 'code' in claim ? badRequest : conflict
  return refuse(message, { code: 'COUPON_INVALID' })
}

/** 409: somebody else took the last use between the quote and the order. */
export const couponUsedUp = () => couponInvalid(null, usedUp())

async function findClaimed(reader: Reader, customerId: number, claim: CouponClaim): Promise<Coupon> {
  if ('code' in claim) {
    const coupon = CODE.test(claim.code) && (await findCouponByCode(reader, claim.code.toUpperCase()))
    if (!coupon) throw couponInvalid(claim, unknownCoupon())
    return coupon
  }
  const applied = await findApplied(reader, customerId)
  const matches =
    claim.application_id === 'last item-level'
      ? applied?.coupon.level === 'item'
      : applied?.application_id === claim.application_id
  if (!applied || !matches)
    throw couponInvalid(claim, t`This coupon is no longer applied. Please apply it again.`)
  return applied.coupon
}

const withCategories = async (reader: Reader, coupon: Coupon): Promise<ClaimedCoupon> => ({
  ...coupon,
  category_ids: coupon.category_id === null ? null : await findSubtree(reader, coupon.category_id),
})

/** @param by.uses the number of orders, not void, in which anybody and the customer used it */
function barText(
  coupon: Coupon,
  { customerId, uses, now }: { customerId: number; uses: { all: number; own: number }; now: Date },
): string | null {
  const { starts_at, ends_at, per_user_limit, usage_limit } = coupon
  if (!coupon.is_active || (coupon.user_id !== null && coupon.user_id !== customerId)) return unknownCoupon()
  const [start, end] = [starts_at && formatDay(starts_at), ends_at && formatDay(ends_at)]
  if (starts_at && now < starts_at) return t`This coupon starts on ${start!}.`
  if (ends_at && now >= ends_at) return t`This coupon expired on ${end!}.`
  const { own: times } = uses
  if (per_user_limit !== null && times >= per_user_limit)
    return per_user_limit === 1
      ? t`You have already used this coupon.`
      : t`You have already used this coupon ${times} times.`
  return usage_limit !== null && uses.all >= usage_limit ? usedUp() : null
}

/** What lines lack to qualify for a coupon; null when they do. */
function shortfallText(coupon: Coupon, shortfall: CouponShortfall | null): string | null {
  if (shortfall === null) return null
  if (shortfall.reason === 'no_eligible_items')
    return t`This coupon does not apply to any item in your order.`
  const scoped = coupon.category_id !== null || coupon.product_id !== null
  const missing = formatShortRupees(shortfall.missing)
  return scoped
    ? t`Add ${missing} more of eligible items to use this coupon.`
    : t`Add ${missing} more to use this coupon.`
}

const isId = (id: number | undefined): id is number =>
  id !== undefined && Number.isInteger(id) && id > 0 && id <= ID_MAX

const invalidItem = ({ product_id }: QuoteItem) => badRequest(t`Invalid product ID for item: ${product_id}`)

/**
 * The lines of items, one per variant, at current prices.
 *
 * @throws Failure 400 for an item that cannot be bought; 409 OUT_OF_STOCK for one in the cart that the shop has stopped
 * selling
 */
export async function quoteLines(
  reader: Reader,
  customerId: number,
  items: readonly QuoteItem[],
  now: Date,
): Promise<QuoteLine[]> {
  const variants = await findItemVariants(reader, items, now)
  const lines = new Map<number, QuoteLine>()
  for (const item of items) {
    const variant = variants.find(
      ({ product_id, variant_id, is_default }) =>
        product_id === item.product_id &&
        (item.variant_id === undefined ? is_default : variant_id === item.variant_id),
    )
    if (!variant) throw invalidItem(item)
    // Only who has it in the cart knows that it exists.
    if (!variant.is_published)
      throw (await findLine(reader, customerId, 'cart_items', { variant_id: variant.variant_id }))
        ? noLongerAvailable(variant.product_name)
        : invalidItem(item)
    const line = addToLine(lines.get(variant.variant_id), item, variant)
    lines.set(line.variant_id, line)
  }
  return [...lines.values()]
}

/** The variants of items: the named ones, and the default ones of products without. */
async function findItemVariants(
  reader: Reader,
  items: readonly QuoteItem[],
  now: Date,
): Promise<PurchasableVariant[]> {
  const unnamed = items.filter((item) => item.variant_id === undefined).map((item) => item.product_id)
  const defaults = await findDefaultVariants(reader, unnamed.filter(isId))
  const ids = [...items.map((item) => item.variant_id), ...defaults.values()].filter(isId)
  return findPurchasableVariants(reader, [...new Set(ids)], now)
}

/** @param line the line so far, from earlier items of the same variant */
function addToLine(line: QuoteLine | undefined, item: QuoteItem, variant: PurchasableVariant): QuoteLine {
  const { product_id, variant_id, category_id, product_name } = variant
  const quantity = (line?.quantity ?? 0) + item.quantity
  if (!Number.isInteger(item.quantity) || item.quantity <= 0 || quantity > LIMITS.line_quantity)
    throw badRequest(t`Invalid quantity for item: ${product_name}`)
  const price = linePrice(variant)
  if (price <= 0 || (item.price !== undefined && item.price <= 0))
    throw badRequest(t`Invalid price for item: ${product_name}`)
  return {
    product_id,
    variant_id,
    category_id,
    price,
    quantity,
    is_deal: variant.deal_price !== null,
    variant,
  }
}
