/** What a merchant can do with coupons, deals and banners. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { Staff } from '@haat/contract/staff/index'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
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
  create: createCoupon,
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
  create: createDeal,
  end: end('deals'),
  list: async ({ db, now }) =>
    (await findDealsWithProducts(db)).map((deal) => ({ ...deal, state: dealStateText(deal, now()) })),
}

export const bannerActs: ActTable<Staff['banners']> = {
  create: createBanner,
  end: end('banners'),
  list: ({ db }) => findAllBanners(db),
}
