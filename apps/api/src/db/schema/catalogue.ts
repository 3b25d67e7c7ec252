/** The catalogue: categories, products, variants, media, banners and deals. */
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'

export type Catalogue = ReturnType<typeof defineCatalogue>

export function defineCatalogue(kit: Kit) {
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
  /** One row for each picture that has been stored or rendered, whatever shows it. */
  const picture_colors = table('picture_colors', {
    media_url: text().primaryKey(),
    /** The colour that most of the picture has, as `#rrggbb`. */
    color: text().notNull(),
  })
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
  return { categories, products, variants, media, picture_colors, banners, deals }
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
 * One index for each sort order of the whole catalogue, of a category and of a brand. The columns after the sort key
 * are those of other filters, which are then checked without reading the row.
 */
function listIndexes({ index }: Kit, t: ListColumns) {
  const flags = [t.in_stock, t.is_new_arrival, t.is_featured, t.is_on_sale] as const
  const discount = t.discount_percentage
  const filtered = [t.category_id, t.price, t.rating, ...flags] as const
  const inCategory = [t.is_published, t.category_id] as const
  const ofBrand = [t.is_published, t.brand] as const
  return [
    index('products_id').on(t.is_published, t.id, ...filtered, discount),
    index('products_price').on(t.is_published, t.price, t.id, t.category_id, t.rating, ...flags, discount),
    index('products_discount').on(t.is_published, discount, t.id, ...filtered),
    index('products_newest').on(t.is_published, t.created_at, t.id, ...filtered, discount),
    index('products_category').on(...inCategory, t.id, t.price, t.rating, ...flags, discount),
    index('products_category_price').on(...inCategory, t.price, t.id, t.rating, ...flags, discount),
    index('products_category_discount').on(...inCategory, discount, t.id, t.price, t.rating, ...flags),
    index('products_category_newest').on(
      ...inCategory,
      t.created_at,
      t.id,
      t.price,
      t.rating,
      ...flags,
      discount,
    ),
    index('products_category_brand').on(t.is_published, t.category_id, t.brand),
    index('products_brand').on(...ofBrand, t.id, ...filtered, discount),
    index('products_brand_price').on(...ofBrand, t.price, t.id, t.category_id, t.rating, ...flags, discount),
    index('products_brand_discount').on(...ofBrand, discount, t.id, ...filtered),
    index('products_brand_newest').on(...ofBrand, t.created_at, t.id, ...filtered, discount),
    index('products_new_arrival').on(t.is_published, t.is_new_arrival, t.id),
    index('products_featured').on(t.is_published, t.is_featured, t.id),
    index('products_on_sale').on(t.is_published, t.is_on_sale, t.id),
  ]
}
