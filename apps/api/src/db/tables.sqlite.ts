/** The tables as the migration generator for SQLite reads them. */
import { sqliteKit } from './kit.sqlite.ts'
import { defineTables } from './schema.ts'

export const sqliteTables = defineTables(sqliteKit)
export const {
  users,
  sessions,
  otps,
  attempts,
  addresses,
  categories,
  products,
  variants,
  media,
  banners,
  deals,
  cart_items,
  saved_items,
  wishlist_items,
  coupons,
  coupon_applications,
  coupon_uses,
  orders,
  order_items,
  order_events,
  payment_events,
  outbox,
  settings,
  pages,
  counters,
  search_words,
  search_typos,
} = sqliteTables
