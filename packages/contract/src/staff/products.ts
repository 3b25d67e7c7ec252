import * as z from 'zod/mini'
import { variantLabel } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import {
  act,
  each,
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
  'rating',
  'is_new_arrival',
  'is_featured',
  'is_on_sale',
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
  price: Rupees,
  mrp: z.nullable(Rupees),
  ...each(z.string(), 'short_description', 'description', 'country_of_origin'),
  ...each(TextOrNull, 'manufacturer', 'net_quantity', 'consumer_care', 'external_key', 'hsn'),
  gst_rate: z.nullable(z.number()),
  rating: z.number(),
  ...each(z.boolean(), 'is_new_arrival', 'is_featured', 'is_on_sale'),
  variants: table(Variant, ['id', 'sku', 'color', 'size', 'variant_name', 'price', 'mrp', 'stock']),
  pictures: table(
    z.object({ number: z.int(), media_url: z.string(), alt: z.string(), variant_id: z.nullable(Id) }),
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
const add_picture = optional(
  z.array(localPath('a PNG, JPEG, WebP or AVIF picture')),
  'a PNG, JPEG, WebP or AVIF picture, or its address; can be given several times',
  { local: true },
)

export const staffProducts = {
  list: act('products list', {
    route: 'GET /api/desk/products',
    permission: 'products.read',
    summary: 'list products with their id, which the other commands take, price and stock',
    help: 'Examples:\n  haat products list --search bottle\n  haat products list --hidden',
    input: {
      category: z.optional(text('only this category and its sub-categories: id, slug or path')),
      brand: z.optional(text('only this brand')),
      search: z.optional(text('part of a name, brand, key or SKU')),
      hidden: flag('only hidden products'),
      low_stock: flag('only products that are low on stock'),
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
        external_key: TextOrNull,
      }),
      ['id', 'name', 'brand', 'category', 'price', 'stock', 'variants', 'is_published'],
    ),
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
    summary: 'add a product with one variant; without stock=…, its stock is 0',
    help: 'Example:\n  haat products add "Steel Bottle" price=499 mrp=649 stock=20 category=kitchen gst_rate=18 --add-picture bottle.jpg',
    input: {
      name: text('its name'),
      set: z.prefault(pairs([...PRODUCT_FIELDS, ...VARIANT_COLUMNS], 'at least price and category'), {}),
      add_picture,
    },
    reply: z.object({ product: Product, notes: z.array(z.string()) }),
    said: ({ product }) => `Added ${named(product)}, stock ${product.variants[0]?.stock}.`,
  }),
  set: act('products set <product> [set...]', {
    route: 'PATCH /api/desk/products/{product}',
    permission: 'products.write',
    shown_by: 'show',
    summary: 'change a product, one of its variants, or its pictures',
    help: `Amounts are in rupees. The word none erases a value, such as mrp=none. stock=+5 adds five pieces, stock=-2 takes two away.
A SKU also names the variant. A running deal keeps its price.
is_published=no hides the product with all its variants from the shop; orders, carts and wishlists keep it. To stop one
variant only, set its stock to 0.

Examples:
  haat products set BOTTLE-1L price=499 stock=40
  haat products set steel-bottle "name=Steel Bottle" is_featured=yes --variant BOTTLE-2L mrp=899
  haat products set 42 --add-picture side.jpg --pictures 3,1,2`,
    input: {
      product,
      set: z.optional(pairs([...PRODUCT_FIELDS, ...VARIANT_COLUMNS], 'what to change')),
      variant: z.optional(text('SKU or id of the variant to change')),
      add_picture,
      pictures: optional(
        z.string().check(z.regex(/^(none|\d{1,4}( *, *\d{1,4})*)$/, 'numbers such as 3,1,2, or none')),
        'the pictures to keep, in this order, as their product numbers them: 3,1,2; none removes all',
      ),
    },
    reply: z.object({ product: Product, changed: z.array(z.string()), notes: z.array(z.string()) }),
    said: ({ product, changed }) =>
      changed.length === 0
        ? `${named(product)} has these values already.`
        : `Changed ${changed.join(', ')} of ${named(product)}.`,
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
