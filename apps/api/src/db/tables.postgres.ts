/** The tables as the migration generator for PostgreSQL reads them. */
import { postgresKit } from './kit.postgres.ts'
import { defineTables } from './schema.ts'

export const postgresTables = defineTables(postgresKit)
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
} = postgresTables
