/**
 * The table of contents: every endpoint of the API, by group. Server, storefront, tests and OpenAPI are made from it.
 *
 * Beside the groups: `endpoint.ts` says what an endpoint is, `wire.ts` how values travel, `failures.ts` how a call
 * fails, `money.ts` converts paise and rupees, `pricing.ts` prices lines, `rules.ts` holds limits and shared rules.
 */
import { auth } from './auth.ts'
import { cart, wishlist } from './cart.ts'
import { catalog } from './catalog.ts'
import { coupons } from './coupons.ts'
import { deals } from './deals.ts'
import { invoices, orders, payments } from './orders.ts'
import { profile } from './profile.ts'
import { settings } from './settings.ts'

export const contract = {
  settings,
  catalog,
  deals,
  auth,
  profile,
  cart,
  wishlist,
  coupons,
  orders,
  invoices,
  payments,
}
export type Contract = typeof contract
