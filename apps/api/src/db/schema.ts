/**
 * Every table, once, for both engines. Money is integer paise; times are moments in UTC.
 * The invariants that must hold whatever the program does stand here as constraints.
 */
import type { Checkout, OrderStatus, PaymentMethod } from '@haat/contract/rules'
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'

export type Tables = ReturnType<typeof defineTables>

export function defineTables(kit: Kit) {
  const people = definePeople(kit)
  const catalogue = defineCatalogue(kit)
  const baskets = defineBaskets(kit, people, catalogue)
  const coupons = defineCoupons(kit, people, catalogue)
  const orders = defineOrders(kit, people, coupons)
  return { ...people, ...catalogue, ...baskets, ...coupons, ...orders, ...defineHousekeeping(kit) }
}

function definePeople(kit: Kit) {
  const { table, id, integer, text, flag, moment, index, uniqueIndex, check } = kit
  const users = table(
    'users',
    {
      id: id(),
      name: text().notNull(),
      /** Trimmed and lower-cased. */
      email: text().notNull().unique(),
      phone_number: text().notNull().unique(),
      /** argon2id, PHC string. */
      password_hash: text().notNull(),
      created_at: moment().notNull(),
      address_count: integer().notNull().default(0),
      /** Goes up with each write of this customer's, which makes those writes follow one another. */
      revision: integer().notNull().default(0),
    },
    (t) => [check('users_address_count', sql`${t.address_count} between 0 and 5`)],
  )
  const owner = () =>
    integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })

  const sessions = table(
    'sessions',
    {
      sid: text().primaryKey(),
      user_id: owner(),
      created_at: moment().notNull(),
      expires_at: moment().notNull(),
    },
    (t) => [index('sessions_user').on(t.user_id), index('sessions_expires').on(t.expires_at)],
  )
  const otps = table(
    'otps',
    {
      user_id: owner().primaryKey(),
      code_hash: text().notNull(),
      expires_at: moment().notNull(),
      tries_left: integer().notNull(),
    },
    (t) => [check('otps_tries', sql`${t.tries_left} >= 0`)],
  )
  /** Counted events: failed logins, OTP mails, failed password changes. */
  const attempts = table(
    'attempts',
    { id: id(), kind: text().notNull(), subject: text().notNull(), at: moment().notNull() },
    (t) => [index('attempts_subject').on(t.kind, t.subject, t.at), index('attempts_at').on(t.at)],
  )
  const addresses = table(
    'addresses',
    {
      id: id(),
      user_id: owner(),
      full_name: text().notNull(),
      phone: text().notNull(),
      address_line1: text().notNull(),
      address_line2: text(),
      city: text().notNull(),
      state: text().notNull(),
      country: text().notNull(),
      pincode: text().notNull(),
      is_default: flag().notNull(),
    },
    (t) => [
      index('addresses_user').on(t.user_id),
      uniqueIndex('addresses_one_default')
        .on(t.user_id)
        .where(sql`${t.is_default}`),
    ],
  )
  return { users, sessions, otps, attempts, addresses }
}

function defineCatalogue(kit: Kit) {
  const { table, id, integer, money, real, text, flag, moment, index, uniqueIndex, check } = kit
  const categories = table(
    'categories',
    {
      id: id(),
      slug: text().notNull().unique(),
      name: text().notNull(),
      image_url: text(),
      parent_id: integer(),
      position: integer().notNull().default(0),
    },
    (t) => [index('categories_parent').on(t.parent_id)],
  )
  const products = table(
    'products',
    {
      id: id(),
      slug: text().notNull().unique(),
      name: text().notNull(),
      brand: text().notNull(),
      category_id: integer()
        .notNull()
        .references(() => categories.id),
      short_description: text().notNull(),
      description: text().notNull(),
      hsn: text(),
      /** GST in percent, included in the price. */
      gst_rate: real(),
      country_of_origin: text().notNull(),
      /** 0 to 5. */
      rating: real().notNull().default(0),
      is_new_arrival: flag().notNull().default(false),
      is_featured: flag().notNull().default(false),
      is_on_sale: flag().notNull().default(false),
      is_published: flag().notNull().default(true),
      created_at: moment().notNull(),
      /** Names the product in the file it was imported from. */
      external_key: text().unique(),
      // What lists show, filter and sort by, kept true by refreshListings(): the default variant as sold now.
      variant_id: integer(),
      price: money().notNull().default(0),
      mrp: money(),
      discount_percentage: integer().notNull().default(0),
      in_stock: flag().notNull().default(false),
      media_url: text(),
    },
    (t) => [check('products_price', sql`${t.price} >= 0`), ...listIndexes(kit, t)],
  )
  const product = () =>
    integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' })

  const variants = table(
    'variants',
    {
      id: id(),
      product_id: product(),
      sku: text().unique(),
      is_default: flag().notNull(),
      price: money().notNull(),
      mrp: money(),
      stock: integer().notNull(),
      color: text(),
      size: text(),
      variant_name: text(),
      /** Kilograms; the other three are centimetres. */
      weight: real().notNull().default(0.5),
      length: real().notNull().default(10),
      breadth: real().notNull().default(10),
      height: real().notNull().default(5),
      position: integer().notNull().default(0),
    },
    (t) => [
      index('variants_product').on(t.product_id),
      uniqueIndex('variants_one_default')
        .on(t.product_id)
        .where(sql`${t.is_default}`),
      check('variants_stock', sql`${t.stock} >= 0`),
      check('variants_price', sql`${t.price} >= 0`),
    ],
  )
  const media = table(
    'media',
    {
      id: id(),
      product_id: product(),
      /** Null: shown with every variant. */
      variant_id: integer().references(() => variants.id, { onDelete: 'cascade' }),
      media_type: text().notNull(),
      media_url: text().notNull(),
      video_source: text(),
      alt: text().notNull().default(''),
      position: integer().notNull().default(0),
    },
    (t) => [index('media_product').on(t.product_id), index('media_variant').on(t.variant_id)],
  )
  const banners = table('banners', {
    id: id(),
    banner_name: text().notNull(),
    banner_image: text().notNull(),
    link: text(),
    position: integer().notNull().default(0),
    is_active: flag().notNull().default(true),
  })
  const deals = table(
    'deals',
    {
      id: id(),
      product_id: product(),
      name: text().notNull(),
      description: text().notNull().default(''),
      deal_price: money().notNull(),
      start_date: moment().notNull(),
      end_date: moment().notNull(),
      is_active: flag().notNull().default(true),
      /** Whether the product's listing shows this deal's price at present: see applyDeals(). */
      is_applied: flag().notNull().default(false),
    },
    (t) => [
      index('deals_product').on(t.product_id),
      index('deals_applied').on(t.is_applied, t.end_date),
      index('deals_end').on(t.end_date),
      check('deals_price', sql`${t.deal_price} >= 0`),
      check('deals_window', sql`${t.end_date} > ${t.start_date}`),
    ],
  )
  return { categories, products, variants, media, banners, deals }
}

type ListColumn = Parameters<ReturnType<Kit['index']>['on']>[0]
type ListColumns = Record<
  | 'id'
  | 'brand'
  | 'category_id'
  | 'price'
  | 'discount_percentage'
  | 'created_at'
  | 'rating'
  | 'in_stock'
  | 'is_published'
  | 'is_new_arrival'
  | 'is_featured'
  | 'is_on_sale',
  ListColumn
>

/**
 * One index for each order of the whole catalogue, of a category and of a brand. The columns behind the
 * order are those a filter may ask for besides: they are judged without a look at the row.
 */
function listIndexes({ index }: Kit, t: ListColumns) {
  const flags = [t.in_stock, t.is_new_arrival, t.is_featured, t.is_on_sale] as const
  const asked = [t.category_id, t.price, t.rating, ...flags] as const
  return [
    index('products_id').on(t.is_published, t.id, ...asked),
    index('products_price').on(t.is_published, t.price, t.id, t.category_id, t.rating, ...flags),
    index('products_discount').on(t.is_published, t.discount_percentage, t.id, ...asked),
    index('products_newest').on(t.is_published, t.created_at, t.id, ...asked),
    index('products_category').on(t.is_published, t.category_id, t.id, t.price, t.rating, ...flags),
    index('products_category_price').on(t.is_published, t.category_id, t.price, t.id, t.rating, ...flags),
    index('products_category_discount').on(
      ...([t.is_published, t.category_id, t.discount_percentage, t.id, t.price, t.rating, ...flags] as const),
    ),
    index('products_category_newest').on(
      ...([t.is_published, t.category_id, t.created_at, t.id, t.price, t.rating, ...flags] as const),
    ),
    index('products_category_brand').on(t.is_published, t.category_id, t.brand),
    index('products_brand').on(t.is_published, t.brand, t.id, ...asked),
    index('products_brand_price').on(
      t.is_published,
      t.brand,
      t.price,
      t.id,
      t.category_id,
      t.rating,
      ...flags,
    ),
    index('products_brand_discount').on(t.is_published, t.brand, t.discount_percentage, t.id, ...asked),
    index('products_brand_newest').on(t.is_published, t.brand, t.created_at, t.id, ...asked),
    index('products_new_arrival').on(t.is_published, t.is_new_arrival, t.id),
    index('products_featured').on(t.is_published, t.is_featured, t.id),
    index('products_on_sale').on(t.is_published, t.is_on_sale, t.id),
  ]
}

type People = ReturnType<typeof definePeople>
type Catalogue = ReturnType<typeof defineCatalogue>
type Coupons = ReturnType<typeof defineCoupons>

function defineBaskets(kit: Kit, { users }: People, { products, variants }: Catalogue) {
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

function defineCoupons(kit: Kit, { users }: People, { categories, products }: Catalogue) {
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

function defineOrders(kit: Kit, { users }: People, { coupons }: Coupons) {
  const { table, id, integer, money, real, text, flag, moment, index, unique, check } = kit
  const orders = table(
    'orders',
    {
      id: id(),
      user_id: integer()
        .notNull()
        .references(() => users.id),
      status: text().$type<OrderStatus>().notNull(),
      payment_method: text().$type<PaymentMethod>(),
      checkout: text().$type<Checkout>().notNull(),
      created_at: moment().notNull(),
      shipping_name: text().notNull(),
      shipping_street: text().notNull(),
      shipping_city: text().notNull(),
      shipping_state: text().notNull(),
      shipping_country: text().notNull(),
      shipping_zip: text().notNull(),
      shipping_phone: text().notNull(),
      items_total: money().notNull(),
      total_shipping_price: money().notNull(),
      total_discount_amount: money().notNull(),
      total_amount: money().notNull(),
      coupon_id: integer().references(() => coupons.id),
      coupon_code: text(),
      /** The client's Idempotency-Key, or one made from body and time where it sent none. */
      idempotency_key: text().notNull(),
      request_hash: text().notNull(),
      merchant_order_id: text().unique(),
      transaction_id: text().unique(),
      payment_url: text(),
      hold_expires_at: moment(),
      paid_at: moment(),
      /** Whether stock and coupon use are at present taken by this order. */
      holds_stock: flag().notNull(),
      refund_due: flag().notNull().default(false),
      refunded_at: moment(),
      courier: text(),
      tracking_number: text(),
      invoice_number: text().unique(),
      invoiced_at: moment(),
      /** Who sold, as JSON: an invoice stays as it was issued when the shop's own details change. */
      invoice_seller: text(),
    },
    (t) => [
      unique('orders_idempotency').on(t.user_id, t.idempotency_key),
      index('orders_user').on(t.user_id, t.id),
      index('orders_status').on(t.status, t.hold_expires_at),
      index('orders_created').on(t.created_at),
      check(
        'orders_amounts',
        sql`${t.items_total} >= 0 and ${t.total_shipping_price} >= 0 and ${t.total_discount_amount} >= 0`,
      ),
      check(
        'orders_total',
        sql`${t.total_amount} >= 0 and ${t.total_amount} = ${t.items_total} + ${t.total_shipping_price} - ${t.total_discount_amount}`,
      ),
    ],
  )
  const order = () =>
    integer()
      .notNull()
      .references(() => orders.id)
  const order_items = table(
    'order_items',
    {
      id: id(),
      order_id: order(),
      // No foreign key: an order outlives the product it was for.
      product_id: integer(),
      variant_id: integer(),
      product_name: text().notNull(),
      variant_name: text(),
      variant_image: text(),
      sku: text(),
      hsn: text(),
      gst_rate: real(),
      price: money().notNull(),
      mrp: money(),
      quantity: integer().notNull(),
      subtotal: money().notNull(),
      discount_amount: money().notNull().default(0),
    },
    (t) => [
      index('order_items_order').on(t.order_id),
      index('order_items_variant').on(t.variant_id),
      check('order_items_quantity', sql`${t.quantity} > 0`),
      check('order_items_subtotal', sql`${t.price} >= 0 and ${t.subtotal} = ${t.price} * ${t.quantity}`),
    ],
  )
  const order_events = table(
    'order_events',
    {
      id: id(),
      order_id: order(),
      status: text().$type<OrderStatus>().notNull(),
      note: text(),
      at: moment().notNull(),
    },
    (t) => [index('order_events_order').on(t.order_id, t.id)],
  )
  /** Every message of the payment provider that was genuine, once. */
  const payment_events = table(
    'payment_events',
    {
      id: id(),
      event_id: text().notNull().unique(),
      order_id: order(),
      state: text().$type<'COMPLETED' | 'FAILED' | 'PENDING'>().notNull(),
      amount: money().notNull(),
      /** What became of it. A mismatch is for the merchant to look into: the order stays as it was. */
      outcome: text().$type<'applied' | 'ignored' | 'amount_mismatch'>().notNull(),
      at: moment().notNull(),
    },
    (t) => [index('payment_events_order').on(t.order_id)],
  )
  return { orders, order_items, order_events, payment_events }
}

function defineHousekeeping(kit: Kit) {
  const { table, id, integer, text, moment, index, primaryKey } = kit
  /** Work to be done after a transaction, written within it: mails that must go out. */
  const outbox = table(
    'outbox',
    {
      id: id(),
      kind: text().notNull(),
      payload: text().notNull(),
      /** Two jobs with one key are one job. */
      dedupe_key: text().notNull().unique(),
      attempts: integer().notNull().default(0),
      next_at: moment().notNull(),
      done_at: moment(),
      last_error: text(),
    },
    (t) => [index('outbox_due').on(t.done_at, t.next_at)],
  )
  const settings = table('settings', { key: text().primaryKey(), value: text().notNull() })
  const pages = table('pages', { slug: text().primaryKey(), title: text().notNull(), text: text().notNull() })
  /** Last number given out of each series, such as the invoices of a financial year. */
  const counters = table('counters', { name: text().primaryKey(), value: integer().notNull() })
  /** Every word the search index knows. Words of products that are gone stay until it is rebuilt. */
  const search_words = table('search_words', {
    word: text().primaryKey(),
    /** In about how many products it stands. */
    frequency: integer().notNull().default(0),
  })
  /** Words under each spelling that lacks one of their letters: finds what was meant by equality. */
  const search_typos = table('search_typos', { deletion: text().notNull(), word: text().notNull() }, (t) => [
    primaryKey({ columns: [t.deletion, t.word] }),
  ])
  return { outbox, settings, pages, counters, search_words, search_typos }
}
