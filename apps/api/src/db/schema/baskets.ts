/** What customers have put aside: cart, saved for later, wishlist. */
import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.postgres.ts'
import type { Catalogue } from './catalogue.ts'
import type { People } from './people.ts'

export function defineBaskets(kit: Kit, { users }: People, { products, variants }: Catalogue) {
  const { table, id, integer, moment, index, unique, check, primaryKey } = kit
  const owner = () =>
    integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })
  const line = () => ({
    id: id(),
    user_id: owner(),
    variant_id: integer()
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    created_at: moment().notNull(),
  })
  const cart_items = table('cart_items', line(), (t) => [
    unique('cart_items_line').on(t.user_id, t.variant_id),
    index('cart_items_variant').on(t.variant_id),
    check('cart_items_quantity', sql`${t.quantity} between 1 and 999`),
  ])
  const saved_items = table('saved_items', line(), (t) => [
    unique('saved_items_line').on(t.user_id, t.variant_id),
    index('saved_items_variant').on(t.variant_id),
    check('saved_items_quantity', sql`${t.quantity} between 1 and 999`),
  ])
  const wishlist_items = table(
    'wishlist_items',
    {
      user_id: owner(),
      product_id: integer()
        .notNull()
        .references(() => products.id, { onDelete: 'cascade' }),
      created_at: moment().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.user_id, t.product_id] }),
      index('wishlist_items_product').on(t.product_id),
    ],
  )
  return { cart_items, saved_items, wishlist_items }
}
