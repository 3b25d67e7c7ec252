import * as z from 'zod/mini'
import { variantLabel } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import {
  act,
  each,
  field,
  flag,
  limit,
  localPath,
  optional,
  pairs,
  plural,
  table,
  text,
  TextOrNull,
  whole,
  Rupees,
} from './act.ts'

/** What a merchant, and a file, can change of a product, besides its category and whether it is published. */
export const PRODUCT_COLUMNS = [
  'name',
  'brand',
  'short_description',
  'description',
  'hsn',
  'gst_rate',
  'country_of_origin',
  'manufacturer',
  'net_quantity',
  'consumer_care',
  'return_days',
  'rating',
  'is_new_arrival',
  'is_featured',
  'is_on_sale',
  'no_cod',
] as const

/** The same of a variant. */
export const VARIANT_COLUMNS = [
  'sku',
  'price',
  'mrp',
  'stock',
  'color',
  'size',
  'variant_name',
  'weight',
  'length',
  'breadth',
  'height',
] as const

const PRODUCT_FIELDS = ['category', 'is_published', ...PRODUCT_COLUMNS] as const

/** What law asks to be told of goods, besides whom to ask: that is the shop itself where a product names nobody. */
export const FACTS = ['hsn', 'gst_rate', 'mrp', 'country_of_origin', 'net_quantity', 'manufacturer'] as const
/** What a list can say that a product lacks. */
export const LACKS = [...FACTS, 'picture'] as const
export type Lack = (typeof LACKS)[number]

/** @returns the facts that a product lacks */
export const lacksOf = (product: Record<(typeof FACTS)[number], unknown> & { media_url: unknown }): Lack[] =>
  LACKS.filter((fact) => (product[fact === 'picture' ? 'media_url' : fact] ?? '') === '')

export const PRODUCT_STATES = ['selling', 'hidden', 'scheduled', 'sold_out'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]

/** What a list is sorted by; `-` before it begins with the most. */
export const PRODUCT_SORTS = ['name', '-name', 'price', '-price', 'stock', '-stock'] as const

/** @param product `publish_at` is when a hidden one is published */
export const productState = (
  product: { is_published: boolean; publish_at: Date | null },
  inStock: boolean,
): ProductState => {
  if (!product.is_published) return product.publish_at === null ? 'hidden' : 'scheduled'
  return inStock ? 'selling' : 'sold_out'
}

const Variant = z.object({
  id: Id,
  sku: TextOrNull,
  ...each(TextOrNull, 'color', 'size', 'variant_name'),
  price: Rupees,
  mrp: z.nullable(Rupees),
  stock: z.int(),
  is_default: z.boolean(),
  ...each(z.nullable(z.number()), 'weight', 'length', 'breadth', 'height'),
})
type Variant = z.output<typeof Variant>

/** `M, Red (TSH-R-M)`: label and SKU, whichever it has. */
export function nameOfVariant(
  variant: Pick<Variant, 'id' | 'sku' | 'color' | 'size' | 'variant_name'>,
): string {
  const label = variantLabel(variant)
  if (variant.sku === null) return label || `variant #${variant.id}`
  return label ? `${label} (${variant.sku})` : variant.sku
}

const Product = z.object({
  id: Id,
  ...each(z.string(), 'name', 'brand', 'category', 'slug'),
  is_published: z.boolean(),
  publish_at: field(z.nullable(Moment), 'when the server publishes it'),
  price: Rupees,
  mrp: z.nullable(Rupees),
  ...each(z.string(), 'short_description', 'description', 'country_of_origin'),
  ...each(TextOrNull, 'manufacturer', 'net_quantity', 'consumer_care', 'external_key', 'hsn'),
  gst_rate: z.nullable(z.number()),
  return_days: z.nullable(z.int()),
  rating: z.number(),
  ...each(z.boolean(), 'is_new_arrival', 'is_featured', 'is_on_sale', 'no_cod'),
  variants: table(Variant, ['id', 'sku', 'color', 'size', 'variant_name', 'price', 'mrp', 'stock']),
  pictures: table(
    z.object({
      number: z.int(),
      media_type: field(z.string(), 'image or video'),
      ...each(z.string(), 'media_url', 'alt'),
      variant_id: z.nullable(Id),
    }),
  ),
  deals: table(
    z.object({ id: Id, deal_price: Rupees, start_date: Moment, end_date: Moment }),
    undefined,
    'Deals',
  ),
})
export type StaffProduct = z.output<typeof Product>

const named = ({ name, id }: StaffProduct): string => `${name} (#${id})`

const product = text('id, SKU, key, slug or name of the product')
const Pairs = pairs([...PRODUCT_FIELDS, ...VARIANT_COLUMNS], 'what to change')

const pictures = optional(
  z
    .array(
      z.object({
        media_url: field(z.string(), 'a picture or video of the product, or one that was uploaded'),
        alt: z.prefault(z.string().check(z.maxLength(300)), ''),
        variant: field(z.nullish(z.string()), 'id, SKU or label of the only variant that it shows'),
      }),
    )
    .check(z.maxLength(100)),
  'all its pictures, in their order: a JSON file with a list of media_url, alt and variant',
  { file: true },
)
const variants = optional(
  z
    .array(
      z.object({
        id: field(z.optional(Id), 'of one that exists'),
        set: z.prefault(pairs(VARIANT_COLUMNS, 'its values'), {}),
        was: optional(
          z.object({ stock: z.int() }),
          'the stock that was shown; on another one, the count is refused',
        ),
        remove: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(500)),
  'variants to change, add or remove: a JSON file with a list of id, set, was and remove',
  { file: true },
)
const publish_at = optional(
  Moment,
  'when the server publishes it, such as 2026-12-03T10:00 or +3d; it is hidden until then',
)
const add_picture = optional(
  z.array(localPath('a PNG, JPEG, WebP or AVIF picture')),
  'a PNG, JPEG, WebP or AVIF picture, or its address; can be given several times',
  { local: true },
)

const filter = {
  category: z.optional(text('only this category and its sub-categories: id, slug or path')),
  brand: z.optional(text('only this brand')),
  search: z.optional(text('words, each part of a name, brand, key, SKU, colour or size')),
  state: optional(z.enum(PRODUCT_STATES), 'only products in this state'),
  lacks: optional(z.enum(['any', ...LACKS]), 'only products that lack this, or any of it'),
}

/** The largest picture or video that can be uploaded, in bytes. */
export const UPLOAD_BYTES = 20_000_000

/** The most rows of one bulk change. */
export const BULK_ROWS = 2000

const RowNote = z.object({ variant: Id, field: TextOrNull, message: z.string() })

export const staffProducts = {
  list: act('products list', {
    route: 'GET /api/desk/products',
    permission: 'products.read',
    summary: 'list products with their id, which the other commands take, price and stock',
    help: 'Examples:\n  haat products list --search bottle\n  haat products list --state hidden\n  haat products list --lacks hsn',
    input: {
      ...filter,
      low_stock: flag('only products that are low on stock'),
      sort: optional(z.enum(PRODUCT_SORTS), 'such as --sort=-price: the dearest first (default: the newest)'),
      after: optional(Id, 'only products after this one in the list, for the next page'),
      limit: limit(50),
    },
    reply: table(
      z.object({
        id: Id,
        ...each(z.string(), 'name', 'brand', 'category', 'slug'),
        price: Rupees,
        mrp: z.nullable(Rupees),
        ...each(z.int(), 'stock', 'variants'),
        is_published: z.boolean(),
        publish_at: z.nullable(Moment),
        ...each(TextOrNull, 'external_key', 'media_url'),
        variant_id: field(z.nullable(Id), 'the first variant'),
        state: z.enum(PRODUCT_STATES),
        lacks: z.array(z.enum(LACKS)),
      }),
      ['id', 'name', 'brand', 'category', 'price', 'stock', 'variants', 'state'],
    ),
  }),
  counts: act('products counts', {
    route: 'GET /api/desk/product-counts',
    permission: 'products.read',
    summary: 'count products by state; of a large shop, the newest 10,000 only',
    reply: z.object({
      ...each(z.int(), 'all', ...PRODUCT_STATES, 'lacking'),
      is_all: field(z.boolean(), 'whether that is all products'),
    }),
  }),
  show: act('products show <product>', {
    route: 'GET /api/desk/products/{product}',
    permission: 'products.read',
    summary: 'show a product with its variants and pictures',
    input: { product },
    reply: Product,
    versioned: ({ price: _price, mrp: _mrp, deals: _deals, variants, ...product }) => [
      product,
      variants.map(({ stock: _stock, ...variant }) => variant),
    ],
  }),
  add: act('products add <name> [set...]', {
    route: 'POST /api/desk/products',
    permission: 'products.write',
    summary: 'add a product; with one variant, and without stock=…, its stock is 0',
    help: 'Example:\n  haat products add "Steel Bottle" price=499 mrp=649 stock=20 category=kitchen gst_rate=18 --add-picture bottle.jpg',
    input: {
      name: text('its name'),
      set: z.prefault(pairs([...PRODUCT_FIELDS, ...VARIANT_COLUMNS], 'at least price and category'), {}),
      publish_at,
      add_picture,
      variants,
      pictures,
    },
    reply: z.object({ product: Product, notes: z.array(z.string()) }),
    said: ({ product }) => `Added ${named(product)}, stock ${product.variants[0]?.stock}.`,
  }),
  set: act('products set <product> [set...]', {
    route: 'PATCH /api/desk/products/{product}',
    permission: 'products.write',
    shown_by: 'show',
    summary: 'change a product; itself, one of its variants, or its pictures',
    help: `Amounts are in rupees. The word none erases a value, such as mrp=none. stock=+5 adds five pieces, stock=-2 takes two away.
A SKU also names the variant. A running deal keeps its price.
is_published=no hides the product with all its variants from the shop; orders, carts and wishlists keep it. To stop one
variant only, set its stock to 0. --publish-at hides it until then; is_published, yes or no, ends such a plan.

Examples:
  haat products set BOTTLE-1L price=499 stock=40
  haat products set steel-bottle "name=Steel Bottle" is_featured=yes --variant BOTTLE-2L mrp=899
  haat products set 42 --add-picture side.jpg
  haat products show 42 --json   # its pictures; change their list, then:
  haat products set 42 --pictures pictures.json`,
    input: {
      product,
      set: z.optional(Pairs),
      variant: z.optional(text('SKU or id of the variant to change')),
      publish_at,
      add_picture,
      variants,
      pictures,
    },
    reply: z.object({ product: Product, changed: z.array(z.string()), notes: z.array(z.string()) }),
    said: ({ product, changed }) =>
      changed.length === 0
        ? `${named(product)} has these values already.`
        : `Changed ${changed.join(', ')} of ${named(product)}.`,
  }),
  bulk: act('products bulk <rows>', {
    route: 'POST /api/desk/products/bulk',
    permission: 'products.write',
    summary: 'change variants and their products; of each product everything or nothing',
    help: 'The file is a JSON list of { "variant": 7, "set": { "price": "499", "stock": "+5" } }.\nWith "was": { "price": "549" }, a row is refused where somebody has changed that meanwhile.\n\nExample:\n  haat products bulk prices.json --dry-run',
    input: {
      rows: field(
        z
          .array(z.object({ variant: Id, set: Pairs, was: z.optional(Pairs) }))
          .check(z.minLength(1), z.maxLength(BULK_ROWS)),
        'a JSON file: ids of variants, each with what to change of it or of its product, and what that was',
        { file: true },
      ),
      note: optional(z.string().check(z.maxLength(200)), 'why; the audit keeps it'),
      dry_run: flag('only say what would be changed'),
    },
    reply: z.object({
      changed: field(z.array(Id), 'variants that have what was asked'),
      refused: table(RowNote, undefined, 'Refused'),
      odd: table(RowNote, undefined, 'Done, but odd'),
    }),
  }),
  delete: act('products delete <product>', {
    route: 'DELETE /api/desk/products/{product}',
    permission: 'products.write',
    summary: 'delete a product that was never ordered; hide other products instead',
    help: 'Example:\n  haat products delete 42 --yes',
    input: { product, yes: flag('delete it; without this, only say what would be deleted') },
    reply: z.object({ product: Product, coupons: z.array(z.string()) }),
    said: ({ product, coupons }, { yes }) => {
      const ended = coupons.length === 0 ? '' : `; coupons that end: ${coupons.join(', ')}`
      const all = `${named(product)} with ${plural(product.variants.length, 'variant')}, also from carts and wishlists${ended}.`
      return yes ? `Deleted ${all}` : `This would delete ${all} Add --yes to delete it.`
    },
  }),
}

export const staffVariants = {
  list: act('variants list', {
    route: 'GET /api/desk/variants',
    permission: 'products.read',
    summary: 'list variants with price, stock and what their product has, those of the newest products first',
    input: {
      ...filter,
      products: optional(z.array(Id).check(z.maxLength(500)), 'only variants of these products'),
      level: optional(z.enum(['low', 'out']), 'only variants that are low on stock, or sold out'),
      after: optional(Id, 'only variants after this one in the list, for the next page'),
      limit: limit(50, BULK_ROWS),
    },
    reply: table(
      z.object({
        id: Id,
        product_id: Id,
        product: z.string(),
        ...each(TextOrNull, 'variant', 'sku', 'media_url', 'hsn'),
        price: Rupees,
        /** While a deal runs. */
        deal_price: z.nullable(Rupees),
        mrp: z.nullable(Rupees),
        stock: z.int(),
        category: z.string(),
        gst_rate: z.nullable(z.number()),
        ...each(z.boolean(), 'is_published', 'is_new_arrival', 'is_featured', 'is_on_sale'),
      }),
      ['id', 'sku', 'product', 'variant', 'price', 'mrp', 'stock'],
    ),
  }),
  add: act('variants add <product> <set...>', {
    route: 'POST /api/desk/products/{product}/variants',
    permission: 'products.write',
    summary: 'add a variant; without price=…, it costs what the first one does, and its stock is 0',
    help: 'Example:\n  haat variants add "Cotton Shirt" size=XL sku=SHIRT-XL stock=10',
    input: { product, set: pairs(VARIANT_COLUMNS, 'such as size=L') },
    reply: Product,
    said: (product) => `Added ${nameOfVariant(product.variants.at(-1)!)} to ${named(product)}.`,
  }),
  remove: act('variants remove <product> <variant>', {
    route: 'DELETE /api/desk/products/{product}/variants/{variant}',
    permission: 'products.write',
    summary: 'remove a variant that was never ordered; for others, set the stock to 0',
    help: 'Example:\n  haat variants remove "Cotton Shirt" SHIRT-XL',
    input: { product, variant: text('its SKU or id') },
    reply: Variant,
    said: (removed) => `Removed ${nameOfVariant(removed)}.`,
  }),
}

export const staffStock = {
  low: act('stock low', {
    route: 'GET /api/desk/stock/low',
    permission: 'products.read',
    summary: 'list variants with little stock, the fewest pieces first',
    help: 'Example:\n  haat stock low --below 10',
    input: {
      below: z.optional(
        whole(
          1_000_000,
          'variants with fewer pieces than this (default: the setting alerts.low_stock, or 5, and less)',
        ),
      ),
      limit: limit(100),
    },
    reply: table(
      z.object({
        stock: z.int(),
        sku: TextOrNull,
        product: z.string(),
        variant: TextOrNull,
        ...each(Id, 'product_id', 'variant_id'),
      }),
      ['stock', 'sku', 'product', 'variant', 'product_id'],
    ),
  }),
}
