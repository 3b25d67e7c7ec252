/** `haat products` and `haat stock low`. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState, variantLabel } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Reader } from '../../db/database.ts'
import { ENDED_GST_RATES, GST_RATES } from '../../features/invoices/gst.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { formatMoment } from '../../format.ts'
import { parseWhole } from '../arguments.ts'
import { print, table, withShop } from '../command.ts'
import {
  changeProduct,
  deleteProduct,
  deletionOf,
  getProduct,
  listProducts,
  parseProductValues,
  PRODUCT_FIELDS,
  type ProductUses,
  publishProduct,
  VARIANT_FIELDS,
  type WholeProduct,
} from './products.ts'
import { findLowStock } from './products.store.ts'

const PRODUCT = 'id, SKU, slug or key of the product'
const LIMIT_MAX = 1_000_000

interface JsonOption {
  json?: boolean
}

export function registerProducts(program: Command): void {
  const products = program.command('products').description('list, change, hide and delete products')
  registerList(products)
  products
    .command('show')
    .description('show a product with its variants and pictures')
    .argument('<product>', PRODUCT)
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText('after', '\nExample:\n  haat products show steel-bottle-1l')
    .action(async (text: string, { json }: JsonOption) => {
      const found = await withShop(async (shop) => ({ ...(await getProduct(shop, text)), now: shop.now() }))
      print(found, json, (product) => productText(product, found.now), productJson)
    })
  registerSet(products)
  registerPublish(products, 'hide', 'hide a product from the shop; existing orders are not affected', false)
  registerPublish(products, 'publish', 'show a hidden product in the shop again', true)
  registerDelete(products)
}

interface ListOptions extends JsonOption {
  category?: string
  brand?: string
  search?: string
  hidden?: boolean
  lowStock?: boolean
  limit: string
}

function registerList(products: Command): void {
  products
    .command('list')
    .description('list products with their id, which the other commands take, price and stock')
    .option('--category <category>', 'only this category and its sub-categories: id, slug or path')
    .option('--brand <name>', 'only this brand')
    .option('--search <text>', 'part of a name, brand, key or SKU')
    .option('--hidden', 'only hidden products')
    .option('--low-stock', 'only products that are low on stock: see haat stock low')
    .option('--limit <number>', 'maximum number of products', '50')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText('after', '\nExamples:\n  haat products list --search bottle\n  haat products list --hidden')
    .action(async ({ lowStock, json, limit, ...filter }: ListOptions) => {
      const rows = await withShop(async (shop) =>
        listProducts(shop, {
          ...filter,
          limit: parseWhole(limit, '--limit', 1, LIMIT_MAX),
          stockUpTo: lowStock ? await lowStockOf(shop.db) : undefined,
        }),
      )
      print(rows, json, listText, (found) =>
        found.map((row) => ({
          ...row,
          price: toRupees(row.price),
          mrp: row.mrp === null ? null : toRupees(row.mrp),
        })),
      )
    })
}

/** The number of pieces up to which a variant is low on stock, where the settings name none. */
const LOW_STOCK = 5

const lowStockOf = async (reader: Reader): Promise<number> =>
  (await readSettings(reader)).alerts.low_stock ?? LOW_STOCK

function listText(rows: Awaited<ReturnType<typeof listProducts>>): string {
  if (rows.length === 0) return 'There are no such products.'
  return table(
    ['Id', 'Name', 'Brand', 'Category', 'Price', 'Stock', 'Variants', ''],
    rows.map((row) => [
      String(row.id),
      row.name,
      row.brand,
      row.category,
      formatShortRupees(row.price),
      String(row.stock),
      String(row.variants),
      row.is_published ? '' : 'hidden',
    ]),
    [0, 4, 5, 6],
  )
}

interface SetOptions extends JsonOption {
  variant?: string
  addPicture?: string[]
  removePicture?: string
  pictureOrder?: string
}

const collect = (value: string, before: string[] = []): string[] => [...before, value]

const SET_HELP = `
Fields of a product: ${PRODUCT_FIELDS.join(', ')}.
Fields of a variant: ${VARIANT_FIELDS.join(', ')}.
Amounts are in rupees. The word none erases a value, such as mrp=none. A running deal keeps its price.

Examples:
  haat products set BOTTLE-1L price=499 stock=40
  haat products set steel-bottle "name=Steel Bottle" is_featured=yes --variant BOTTLE-2L mrp=899
  haat products set 42 --add-picture side.jpg --picture-order 3,1,2`

function registerSet(products: Command): void {
  products
    .command('set')
    .description('change a product, one of its variants, or its pictures')
    .argument('<product>', `${PRODUCT}; a SKU also names the variant`)
    .argument('[field=value...]', 'what to change')
    .option('--variant <SKU or id>', 'the variant to change')
    .option('--add-picture <file or address>', 'a PNG, JPEG, WebP or AVIF picture (can be repeated)', collect)
    .option('--remove-picture <numbers>', 'pictures to remove, as haat products show numbers them: 2 or 2,3')
    .option('--picture-order <numbers>', 'pictures in their new order, such as 3,1,2')
    .option('--json', 'print the product as JSON')
    .addHelpText('after', SET_HELP)
    .action(async (text: string, pairs: string[], options: SetOptions) => {
      const change = {
        values: parseProductValues(pairs),
        variant: options.variant,
        addPictures: options.addPicture ?? [],
        removePictures: parseNumbers(options.removePicture, '--remove-picture'),
        pictureOrder: parseNumbers(options.pictureOrder, '--picture-order'),
      }
      const { product, changed } = await withShop((shop) => changeProduct(shop, text, change))
      const warning = rateWarning(change.values.gst_rate)
      if (warning !== null) console.error(warning)
      print(
        product,
        options.json,
        ({ product: { id, name } }) =>
          changed.length === 0
            ? `${name} (#${id}) has these values already.`
            : `Changed ${changed.join(', ')} of ${name} (#${id}).`,
        productJson,
      )
    })
}

/** Names a GST rate that India does not have any more, or never had; else returns null. */
export function rateWarning(rate: number | null | undefined): string | null {
  if (typeof rate !== 'number' || GST_RATES.includes(rate)) return null
  return ENDED_GST_RATES.includes(rate)
    ? `WARNING: the GST rate of ${rate} % ended on 22 September 2025 for nearly all goods. Check it before you sell.`
    : `WARNING: India does not have a GST rate of ${rate} %. Correct it before you sell.`
}

function parseNumbers(text: string | undefined, option: string): number[] {
  if (text === undefined) return []
  return text.split(',').map((part) => parseWhole(part.trim(), option, 1, 10_000))
}

function registerPublish(
  products: Command,
  verb: 'hide' | 'publish',
  description: string,
  publish: boolean,
): void {
  products
    .command(verb)
    .description(description)
    .argument('<product>', PRODUCT)
    .option('--json', 'print the product as JSON')
    .addHelpText('after', `\nExample:\n  haat products ${verb} 42`)
    .action(async (text: string, { json }: JsonOption) => {
      const { product, changed } = await withShop((shop) => publishProduct(shop, text, publish))
      const state = publish ? 'in the shop' : 'hidden'
      print(
        product,
        json,
        ({ product: { id, name }, variants }) =>
          `${name} (#${id}) is ${changed ? 'now' : 'already'} ${state}.${publish ? '' : hiddenVariants(text, id, variants)}`,
        productJson,
      )
    })
}

/** Says how many variants a hidden product hides, and how to stop only one of them. */
export function hiddenVariants(text: string, id: number, variants: WholeProduct['variants']): string {
  const [first] = variants
  if (!first || variants.length === 1) return ''
  const named = variants.find(({ sku }) => sku === text) ?? first
  return ` That hides all ${variants.length} variants. To stop only one: haat products publish ${id}, then haat products set ${id} --variant ${named.sku ?? named.id} stock=0`
}

function registerDelete(products: Command): void {
  products
    .command('delete')
    .description('delete a product that was never ordered; hide other products instead')
    .argument('<product>', PRODUCT)
    .option('--yes', 'delete it; without this, the command only says what would be deleted')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat products delete 42 --yes')
    .action(async (text: string, { yes = false, json }: JsonOption & { yes?: boolean }) => {
      const { product, uses } = await withShop((shop) =>
        yes ? deleteProduct(shop, text) : deletionOf(shop.db, text),
      )
      const { id, name } = product.product
      print({ id, name, deleted: yes, ...uses }, json, () => deletionText(product, uses, yes))
    })
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

function deletionText(
  { product: { id, name }, variants }: WholeProduct,
  uses: ProductUses,
  done: boolean,
): string {
  const { carts, saved, wishlists, coupons } = uses
  const parts = [
    counted(variants.length, 'variant'),
    ...(carts > 0 ? [counted(carts, 'cart line')] : []),
    ...(saved > 0 ? [counted(saved, 'saved item')] : []),
    ...(wishlists > 0 ? [counted(wishlists, 'wishlist entry', 'wishlist entries')] : []),
    ...(coupons.length > 0 ? [`${counted(coupons.length, 'coupon')} (${coupons.join(', ')})`] : []),
  ].join(', ')
  return done
    ? `Deleted ${name} (#${id}) with ${parts}.`
    : `This would delete ${name} (#${id}) with ${parts}. Add --yes to delete it.`
}

const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise))

const productJson = ({ product, category, variants, media, deals }: WholeProduct) => ({
  ...product,
  price: toRupees(product.price),
  mrp: rupeesOrNull(product.mrp),
  category,
  variants: variants.map((row) => ({ ...row, price: toRupees(row.price), mrp: rupeesOrNull(row.mrp) })),
  media,
  deals: deals.map((row) => ({ ...row, deal_price: toRupees(row.deal_price) })),
})

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
    : table(
        ['Id', 'SKU', 'Variant', 'Price', 'MRP', 'Stock'],
        variants.map((row) => [
          String(row.id),
          row.sku ?? '',
          variantLabel(row) ?? '',
          formatShortRupees(row.price),
          row.mrp === null ? '' : formatShortRupees(row.mrp),
          String(row.stock),
        ]),
        [0, 3, 4, 5],
      )

interface LowStockOptions extends JsonOption {
  below?: string
  limit: string
}

/** Adds `low` to the command `stock`, which must be registered. */
export function registerStockLow(program: Command): void {
  const stock = program.commands.find((command) => command.name() === 'stock')
  if (!stock) throw new Error('The command "stock" is not registered.')
  stock
    .command('low')
    .description('list variants with little stock, the fewest pieces first')
    .option(
      '--below <pieces>',
      'variants with fewer pieces than this (default: those with no more than alerts.low_stock, or 5)',
    )
    .option('--limit <number>', 'maximum number of variants', '100')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat stock low --below 10')
    .action(async ({ below, limit, json }: LowStockOptions) => {
      const max = parseWhole(limit, '--limit', 1, LIMIT_MAX)
      const rows = await withShop(async (shop) =>
        findLowStock(
          shop.db,
          below === undefined ? await lowStockOf(shop.db) : parseWhole(below, '--below', 1, LIMIT_MAX) - 1,
          max,
        ),
      )
      print(rows, json, lowStockText)
    })
}

const lowStockText = (rows: Awaited<ReturnType<typeof findLowStock>>): string =>
  rows.length === 0
    ? 'No variant is low on stock.'
    : table(
        ['Stock', 'SKU', 'Product', 'Variant', 'Product id'],
        rows.map((row) => [
          String(row.stock),
          row.sku ?? '',
          row.product,
          variantLabel(row) ?? '',
          String(row.product_id),
        ]),
        [0, 4],
      )
