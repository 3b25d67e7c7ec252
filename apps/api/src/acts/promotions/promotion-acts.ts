/** What a merchant can do with coupons, deals and banners. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { Staff } from '@haat/contract/staff/index'
import { nameOfVariant } from '@haat/contract/staff/products'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import {
  createBanner,
  createCoupon,
  createDeal,
  endPromotion,
  isOvertaken,
  listCoupons,
} from './promotions.ts'
import { findAllBanners, findDealsWithProducts } from './promotions.store.ts'

export function couponState(coupon: Coupon, now: Date): string {
  if (!coupon.is_active) return 'ended'
  if (coupon.ends_at && coupon.ends_at <= now) return 'expired'
  if (coupon.usage_limit !== null && coupon.used_count >= coupon.usage_limit) return 'used up'
  return coupon.starts_at && coupon.starts_at > now ? 'upcoming' : 'running'
}

type ListedDeal = Awaited<ReturnType<typeof findDealsWithProducts>>[number]

/** The state of a deal; a running or later one may have no effect. */
export function dealStateText(deal: ListedDeal, now: Date): string {
  const state = dealState(deal, now)
  if (!deal.is_active || state === 'expired') return deal.is_active ? 'expired' : 'ended'
  if (isOvertaken(deal)) return `no effect: the price is ${formatShortRupees(deal.price ?? 0)}`
  return state === 'active' ? 'running' : 'upcoming'
}

const end =
  (table: 'coupons' | 'deals' | 'banners') =>
  async (shop: Shop, { key }: { key: string }) => ({ ended: await endPromotion(shop, table, key) })

export const couponActs: ActTable<Staff['coupons']> = {
  create(shop, { percent, flat, item, starts, ends, limit, per_customer, ...rest }) {
    const value = percent ?? flat
    if (value === undefined || (percent !== undefined && flat !== undefined))
      throw badRequest('Give a discount either in percent or as an amount.')
    return createCoupon(shop, {
      category: undefined,
      product: undefined,
      customer: undefined,
      description: undefined,
      ...rest,
      level: item ? 'item' : 'order',
      kind: percent === undefined ? 'flat' : 'percent',
      value,
      min_amount: rest.min_amount ?? null,
      max_discount: rest.max_discount ?? null,
      starts_at: starts ?? null,
      ends_at: ends ?? null,
      usage_limit: limit ?? null,
      per_user_limit: per_customer ?? null,
    })
  },
  end: end('coupons'),
  list: async (shop) =>
    (await listCoupons(shop)).map((coupon) => ({
      ...coupon,
      state: couponState(coupon, shop.now()),
      value: coupon.kind === 'flat' ? toRupees(coupon.value) : coupon.value,
      category: coupon.category ?? null,
    })),
}

export const dealActs: ActTable<Staff['deals']> = {
  async create(shop, { starts, ends, price, product }) {
    const start_date = starts ?? shop.now()
    const created = await createDeal(shop, { product, price, start_date, end_date: ends })
    const { deal, variant, priceBefore, others, overlapping } = created
    return {
      ...deal,
      product: deal.name,
      price_before: priceBefore,
      variant: nameOfVariant(variant),
      other_variants: others,
      overlapping,
    }
  },
  end: end('deals'),
  list: async ({ db, now }) =>
    (await findDealsWithProducts(db)).map((deal) => ({ ...deal, state: dealStateText(deal, now()) })),
}

export const bannerActs: ActTable<Staff['banners']> = {
  create: (shop, { picture, name, link }) => createBanner(shop, { picture, name, link }),
  end: end('banners'),
  list: ({ db }) => findAllBanners(db),
}
