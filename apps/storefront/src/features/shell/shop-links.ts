import { paths } from '../../paths.ts'

/** The shop's main aisles. */
export const SHOP_LINKS = [
  { to: paths.newArrivals(), label: 'New Arrivals' },
  { to: paths.hotDeals(), label: 'Hot Deals' },
  { to: paths.collections(), label: 'Collections' },
  { to: paths.products(), label: 'Our Products' },
] as const
