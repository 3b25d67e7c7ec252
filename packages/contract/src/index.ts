/**
 * The table of contents: every endpoint of the API, by group. Server, storefront, tests and OpenAPI are made from it.
 *
 * Other files: `endpoint.ts` defines an endpoint, `wire.ts` the codecs, `failures.ts` the bodies of failures. `money.ts`
 * converts paise and rupees, `pricing.ts` prices lines, `rules.ts` has limits and shared rules.
 */
import { auth } from './auth.ts'
import { cart, notices, wishlist } from './cart.ts'
import { catalog } from './catalog.ts'
import { coupons } from './coupons.ts'
import { deals } from './deals.ts'
import { delivery } from './delivery.ts'
import { invoices, orders, payments } from './orders.ts'
import { ownData, profile } from './profile.ts'
import { returnPhotos, returns } from './returns.ts'
import { reviewPhotos, reviews } from './reviews.ts'
import { settings } from './settings.ts'

export const contract = {
  settings,
  catalog,
  deals,
  delivery,
  reviews,
  reviewPhotos,
  auth,
  profile,
  ownData,
  cart,
  wishlist,
  notices,
  coupons,
  orders,
  returns,
  returnPhotos,
  invoices,
  payments,
}
export type Contract = typeof contract
