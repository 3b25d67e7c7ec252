/** The table of contents: every call of the API. */
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
