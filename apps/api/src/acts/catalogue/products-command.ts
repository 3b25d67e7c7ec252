/** `haat products` and `haat stock low`. */
import { formatShortRupees } from '@haat/contract/money'
import { dealState, variantLabel } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Reader } from '../../db/database.ts'
import { ENDED_GST_RATES, GST_RATES } from '../../features/invoices/gst.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatMoment } from '../../format.ts'
import { parseWhole, whole } from '../../merchant/arguments.ts'
import { amount, textTable } from '../../merchant/columns.ts'
import { addCommand } from '../../merchant/command.ts'
import { addProduct, addVariant, removeVariant } from './add-product.ts'
import {
  changeProduct,
  deleteProduct,
  getProduct,
  listProducts,
  nameOfVariant,
  parseProductValues,
  parseVariantValues,
  PRODUCT_FIELDS,
  VARIANT_FIELDS,
  type WholeProduct,
} from './products.ts'
import { findLowStock } from './products.store.ts'

const NAMED = 'id, SKU, key, slug or name of the product'
const PRODUCT = { '<product>': NAMED }
const LIMIT_MAX = 1_000_000

export function registerProducts(program: Command): void {
  const products = program.command('products').description('list, change and delete products')
  addList(products)
  addCommand(products, {
    name: 'show',
    description: 'show a product with its variants and pictures',
    args: PRODUCT,
    help: 'Example:\n  haat products show steel-bottle-1l',
    run: (shop, _, product) => getProduct(shop, product),
    text: (found, shop) => productText(found, shop.now()),
    json: flat,
  })
  addCommand(products, {
    name: 'add',
    description: 'add a product with one variant; without stock=…, its stock is 0',
    args: { '<name>': 'its name', '[field=value...]': 'at least price and category' },
    options: { '--add-picture <file or address>': ADD_PICTURE },
    help: `Fields: see haat products set --help.

Example:
  haat products add "Steel Bottle" price=499 mrp=649 stock=20 category=kitchen gst_rate=18 --add-picture bottle.jpg`,
    run: (shop, { addPicture }, name, ...pairs) =>
      addProduct(shop, parseProductValues([...pairs, `name=${name}`]), addPicture),
    text: ({ product, variants }) => `Added ${product.name} (#${product.id}), stock ${variants[0]?.stock}.`,
  })
  addSet(products)
  addDelete(products)
  addVariants(program.command('variants').description('add and remove variants of a product'))
}

const ADD_PICTURE = { text: 'a PNG, JPEG, WebP or AVIF picture (can be repeated)', repeated: true } as const

function addVariants(variants: Command): void {
  addCommand(variants, {
    name: 'add',
    description: 'add a variant; without price=…, it costs what the first one does, and its stock is 0',
    args: { ...PRODUCT, '<field=value...>': `such as size=L; fields: ${VARIANT_FIELDS.join(', ')}` },
    help: 'Example:\n  haat variants add "Cotton Shirt" size=XL sku=SHIRT-XL stock=10',
    run: (shop, _, product, ...pairs) => addVariant(shop, product, parseVariantValues(pairs)),
    text: ({ product, variants }) =>
      `Added ${nameOfVariant(variants.at(-1)!)} to ${product.name} (#${product.id}).`,
  })
  addCommand(variants, {
    name: 'remove',
    description: 'remove a variant that was never ordered; for others, set the stock to 0',
    args: { ...PRODUCT, '<variant>': 'its SKU or id' },
    help: 'Example:\n  haat variants remove "Cotton Shirt" SHIRT-XL',
    run: (shop, _, product, variant) => removeVariant(shop, product, variant),
    text: (removed) => `Removed ${nameOfVariant(removed)}.`,
  })
}

/** A product as JSON: its own values beside its variants, pictures and deals. */
const flat = ({ product, ...rest }: WholeProduct) => ({ ...product, ...rest })

function addList(products: Command): void {
  addCommand(products, {
    name: 'list',
    description: 'list products with their id, which the other commands take, price and stock',
    options: {
      '--category <category>': 'only this category and its sub-categories: id, slug or path',
      '--brand <name>': 'only this brand',
      '--search <text>': 'part of a name, brand, key or SKU',
      '--hidden': 'only hidden products',
      '--low-stock': 'only products that are low on stock: see haat stock low',
      '--limit <number>': { text: 'maximum number of products', parse: whole(1, LIMIT_MAX), preset: 50 },
    },
    help: 'Examples:\n  haat products list --search bottle\n  haat products list --hidden',
    run: async (shop, { lowStock, ...filter }) =>
      listProducts(shop, { ...filter, stockUpTo: lowStock && (await lowStockOf(shop.db)) }),
    columns: {
      Id: ({ id }) => id,
      Name: ({ name }) => name,
      Brand: ({ brand }) => brand,
      Category: ({ category }) => category,
      Price: ({ price }) => amount(price),
      Stock: ({ stock }) => stock,
      Variants: ({ variants }) => variants,
      '': ({ is_published }) => (is_published ? '' : 'hidden'),
    },
    none: 'There are no such products.',
    json: true,
  })
}

/** The number of pieces up to which a variant is low on stock, where the settings name none. */
const LOW_STOCK = 5

const lowStockOf = async (reader: Reader): Promise<number> =>
  (await readSettings(reader)).alerts.low_stock ?? LOW_STOCK

const SET_HELP = `Fields of a product: ${PRODUCT_FIELDS.join(', ')}.
Fields of a variant: ${VARIANT_FIELDS.join(', ')}.
Amounts are in rupees. The word none erases a value, such as mrp=none. A running deal keeps its price.
is_published=no hides the product with all its variants from the shop; orders, carts and wishlists keep it. To stop one
variant only, set its stock to 0.

Examples:
  haat products set BOTTLE-1L price=499 stock=40
  haat products set steel-bottle "name=Steel Bottle" is_featured=yes --variant BOTTLE-2L mrp=899
  haat products set 42 is_published=no
  haat products set 42 --add-picture side.jpg --pictures 3,1,2`

function addSet(products: Command): void {
  addCommand(products, {
    name: 'set',
    description: 'change a product, one of its variants, or its pictures',
    args: { '<product>': `${NAMED}; a SKU also names the variant`, '[field=value...]': 'what to change' },
    options: {
      '--variant <SKU or id>': 'the variant to change',
      '--add-picture <file or address>': ADD_PICTURE,
      '--pictures <numbers>': {
        text: 'the pictures to keep, in this order, as haat products show numbers them: 3,1,2; none removes all',
        parse: parseNumbers,
      },
    },
    help: SET_HELP,
    run: async (shop, { variant, addPicture, pictures }, product, ...pairs) => {
      const values = parseProductValues(pairs)
      const result = await changeProduct(shop, product, {
        values,
        variant,
        addPictures: addPicture,
        pictures,
      })
      const warning = rateWarning(values.gst_rate)
      if (warning !== null) console.error(warning)
      return result
    },
    text: ({ product: { product }, changed }) =>
      changed.length === 0
        ? `${product.name} (#${product.id}) has these values already.`
        : `Changed ${changed.join(', ')} of ${product.name} (#${product.id}).`,
  })
}

const parseNumbers = (text: string, option: string): number[] =>
  text === 'none' ? [] : text.split(',').map((part) => parseWhole(part.trim(), option, 1, 10_000))

/** Names a GST rate that India does not have any more, or never had; else returns null. */
export function rateWarning(rate: number | null | undefined): string | null {
  if (typeof rate !== 'number' || GST_RATES.includes(rate)) return null
  return ENDED_GST_RATES.includes(rate)
    ? `WARNING: the GST rate of ${rate} % ended on 22 September 2025 for nearly all goods. Check it before you sell.`
    : `WARNING: India does not have a GST rate of ${rate} %. Correct it before you sell.`
}

function addDelete(products: Command): void {
  addCommand(products, {
    name: 'delete',
    description: 'delete a product that was never ordered; hide other products instead',
    args: PRODUCT,
    options: { '--yes': 'delete it; without this, the command only says what would be deleted' },
    help: 'Example:\n  haat products delete 42 --yes',
    run: async (shop, { yes = false }, product) => ({
      deleted: yes,
      ...(await deleteProduct(shop, product, yes)),
    }),
    text: ({ product: { product, variants }, coupons, deleted }) => {
      const ended = coupons.length === 0 ? '' : `; coupons that end: ${coupons.join(', ')}`
      const all = `${product.name} (#${product.id}) with ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}, also from carts and wishlists${ended}.`
      return deleted ? `Deleted ${all}` : `This would delete ${all} Add --yes to delete it.`
    },
  })
}

function productText(found: WholeProduct, now: Date): string {
  const { product, category, variants, media } = found
  const deals = found.deals.filter((deal) => dealState(deal, now) !== 'expired')
  return [
    `#${product.id} ${product.name} (${product.is_published ? 'in the shop' : 'hidden'})`,
    `Brand: ${product.brand}`,
    `Category: ${category.join(' > ')}`,
    `Slug: ${product.slug}${product.external_key === null ? '' : `, key: ${product.external_key}`}`,
    `HSN: ${product.hsn ?? 'none'}, GST: ${product.gst_rate === null ? 'none' : `${product.gst_rate} %`}, origin: ${product.country_of_origin || 'none'}`,
    ...deals.map(
      (deal) =>
        `Deal: ${formatShortRupees(deal.deal_price)} from ${formatMoment(deal.start_date)} to ${formatMoment(deal.end_date)}`,
    ),
    '',
    variantTable(variants),
    '',
    ...(media.length === 0
      ? ['No pictures.']
      : media.map((row, at) => `Picture ${at + 1}: ${row.media_url}`)),
  ].join('\n')
}

const variantTable = (variants: WholeProduct['variants']): string =>
  variants.length === 0
    ? 'No variants.'
    : textTable(
        ['Id', 'SKU', 'Variant', 'Price', 'MRP', 'Stock'],
        variants.map((row) => [
          row.id,
          row.sku,
          variantLabel(row),
          amount(row.price),
          amount(row.mrp),
          row.stock,
        ]),
      )

/** Adds `low` to the command `stock`, which must be registered. */
export function registerStockLow(program: Command): void {
  const stock = program.commands.find((command) => command.name() === 'stock')
  if (!stock) throw new Error('The command "stock" is not registered.')
  addCommand(stock, {
    name: 'low',
    description: 'list variants with little stock, the fewest pieces first',
    options: {
      '--below <pieces>': {
        text: 'variants with fewer pieces than this (default: those with no more than alerts.low_stock, or 5)',
        parse: whole(1, LIMIT_MAX),
      },
      '--limit <number>': { text: 'maximum number of variants', parse: whole(1, LIMIT_MAX), preset: 100 },
    },
    help: 'Example:\n  haat stock low --below 10',
    run: async ({ db }, { below, limit }) =>
      findLowStock(db, below === undefined ? await lowStockOf(db) : below - 1, limit),
    columns: {
      Stock: ({ stock }) => stock,
      SKU: ({ sku }) => sku,
      Product: ({ product }) => product,
      Variant: variantLabel,
      'Product id': ({ product_id }) => product_id,
    },
    none: 'No variant is low on stock.',
    json: true,
  })
}
