/** Coupons, who has applied which, and how often they were used. */
import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.postgres.ts'
import type { Catalogue } from './catalogue.ts'
import type { People } from './people.ts'

export type Coupons = ReturnType<typeof defineCoupons>

export function defineCoupons(kit: Kit, { users }: People, { categories, products }: Catalogue) {
  const { table, id, integer, money, text, flag, moment, index, check, primaryKey } = kit
  const coupons = table(
    'coupons',
    {
      id: id(),
      /** Upper-cased. */
      code: text().notNull().unique(),
      description: text().notNull(),
      level: text().$type<'order' | 'item'>().notNull(),
      kind: text().$type<'percent' | 'flat'>().notNull(),
      /** Percent (1–100), or paise. */
      value: money().notNull(),
      min_amount: money(),
      max_discount: money(),
      starts_at: moment(),
      ends_at: moment(),
      usage_limit: integer(),
      per_user_limit: integer(),
      used_count: integer().notNull().default(0),
      category_id: integer().references(() => categories.id),
      product_id: integer().references(() => products.id),
      /** Meant for this customer only. */
      user_id: integer().references(() => users.id),
      is_active: flag().notNull().default(true),
    },
    (t) => [
      check('coupons_level', sql`${t.level} in ('order', 'item')`),
      check('coupons_kind', sql`${t.kind} in ('percent', 'flat')`),
      check('coupons_value', sql`${t.value} > 0 and (${t.kind} = 'flat' or ${t.value} <= 100)`),
      check(
        'coupons_used',
        sql`${t.used_count} >= 0 and (${t.usage_limit} is null or ${t.used_count} <= ${t.usage_limit})`,
      ),
    ],
  )
  const coupon = () =>
    integer()
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' })
  const owner = () =>
    integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })
  /** The coupon a customer last applied; its id is the wire's `order_coupon_id`. */
  const coupon_applications = table(
    'coupon_applications',
    { id: id(), user_id: owner().unique(), coupon_id: coupon(), applied_at: moment().notNull() },
    (t) => [index('coupon_applications_coupon').on(t.coupon_id)],
  )
  /** How often a customer has used a coupon in orders that stand. */
  const coupon_uses = table(
    'coupon_uses',
    { coupon_id: coupon(), user_id: owner(), used: integer().notNull() },
    (t) => [
      primaryKey({ columns: [t.coupon_id, t.user_id] }),
      index('coupon_uses_user').on(t.user_id),
      check('coupon_uses_used', sql`${t.used} >= 0`),
    ],
  )
  return { coupons, coupon_applications, coupon_uses }
}
