/** The catalogue: categories, products, variants, media, banners and deals. */
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'

export type Catalogue = ReturnType<typeof defineCatalogue>

export function defineCatalogue(kit: Kit) {
  const { table, id, idOf, integer, money, real, text, flag, moment, index, uniqueIndex, check } = kit
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
      category_id: idOf(() => categories.id),
      short_description: text().notNull(),
      description: text().notNull(),
      hsn: text(),
      /** GST in percent, included in the price. */
      gst_rate: real(),
      country_of_origin: text().notNull(),
      /** What the law wants to be told of packed goods: who made, packed or imported them, with address. */
      manufacturer: text(),
      /** As on the pack: `500 g`, `1 N`. */
      net_quantity: text(),
      /** Whom to ask; null: the shop's own contact. */
      consumer_care: text(),
      /** Days from delivery in which it can be sent back; null: the shop's, 0: it cannot. */
      return_days: integer(),
      /** 0 to 5: what its shown reviews say on average, once there are any. */
      rating: real().notNull().default(0),
      /** How many reviews are shown. */
      review_count: integer().notNull().default(0),
      is_new_arrival: flag().notNull().default(false),
      is_featured: flag().notNull().default(false),
      /** Whether it cannot be paid in cash on delivery. */
      no_cod: flag().notNull().default(false),
      is_on_sale: flag().notNull().default(false),
      is_published: flag().notNull().default(true),
      /** When the server publishes it; null: not by itself. */
      publish_at: moment(),
      created_at: moment().notNull(),
      /** When what the product's page shows last changed; null: not since it was created. */
      updated_at: moment(),
      /** Identifies the product in the file it was imported from. */
      external_key: text().unique(),
      // The listing columns: the default variant at its current price, copied by refreshListings().
      variant_id: integer(),
      price: money().notNull().default(0),
      mrp: money(),
      discount_percentage: integer().notNull().default(0),
      in_stock: flag().notNull().default(false),
      media_url: text(),
    },
    (t) => [
      check('products_price', sql`${t.price} >= 0`),
      index('products_publish_at')
        .on(t.publish_at)
        .where(sql`${t.publish_at} is not null`),
      ...listIndexes(
        kit,
        t.is_published,
        [
          ...[t.id, t.category_id, t.brand, t.price, t.discount_percentage, t.created_at, t.rating],
          ...[t.in_stock, t.is_new_arrival, t.is_featured, t.is_on_sale, t.is_published],
        ],
        {
          id: [t.id],
          price: [t.price, t.id],
          discount: [t.discount_percentage, t.id],
          newest: [t.created_at, t.id],
          category: [t.category_id, t.brand, t.id],
          brand: [t.brand, t.price, t.id],
        },
      ),
    ],
  )
  const product = () => idOf(() => products.id, 'cascade')

  const variants = table(
    'variants',
    {
      id: id(),
      product_id: product(),
      sku: text(),
      is_default: flag().notNull(),
      price: money().notNull(),
      mrp: money(),
      stock: integer().notNull(),
      color: text(),
      size: text(),
      variant_name: text(),
      /** Kilograms; the other three are centimetres. Null: not known. */
      weight: real(),
      length: real(),
      breadth: real(),
      height: real(),
      position: integer().notNull().default(0),
    },
    (t) => [
      index('variants_product').on(t.product_id),
      // With all that filters by an option read: see product-filter.store.ts.
      ...[t.color, t.size].map((option) =>
        index(`variants_${option.name}`)
          .on(option, t.product_id, t.stock)
          .where(sql`${option} is not null`),
      ),
      uniqueIndex('variants_sku').on(sql`lower(${t.sku})`),
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
      /** Whether the deal ran when the listing columns were computed: see refreshListings(). */
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

/**
 * Of the published products: an index for each sort order, one by category and one by brand. Each has all columns that
 * lists filter and sort by, so that they read no rows.
 */
const listIndexes = (
  { index }: Kit,
  isPublished: ListColumn,
  columns: readonly ListColumn[],
  leads: Record<string, [ListColumn, ...ListColumn[]]>,
) =>
  Object.entries(leads).map(([name, lead]) =>
    index(`products_${name}`)
      .on(...lead, ...columns.filter((column) => !lead.includes(column)))
      .where(sql`${isPublished}`),
  )
