/** The merchant's work on products. All functions throw Failures; changes are one transaction each. */
import { formatShortRupees } from '@haat/contract/money'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { PRODUCT_COLUMNS, VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { Reader, Tx } from '../../db/database.ts'
import type { ProductRow, VariantRow } from '../../db/schema.ts'
import { ENDED_GST_RATES, GST_RATES } from '@haat/contract/gst'
import { findSubtree } from '../../features/catalog/category-tree.store.ts'
import type { Shop } from '../../shop.ts'
import { cleanCell, type Field, FIELD_RULES, isErased, type Values } from '../cells/fields.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import { findCategory } from './categories.ts'
import type { NewMedia } from './catalogue-rows.store.ts'
import { findNamedProducts, findSkuOwners, isSameSku, lowered } from './find-products.store.ts'
import {
  differences,
  isEmpty,
  isLargeChange,
  OWN_COLUMNS,
  variantChange,
  type VariantValues,
} from './product-values.ts'
import * as store from './products.store.ts'
import { type FetchPicture, storePictureFrom } from '../pictures/named-picture.ts'

export interface ProductListOptions extends Omit<store.ProductListFilter, 'categories'> {
  /** Id, slug or path of a category; its sub-categories count too. */
  category?: string | undefined
}

export async function listProducts({ db }: Pick<Shop, 'db'>, { category, ...filter }: ProductListOptions) {
  const categories =
    category === undefined ? undefined : await findSubtree(db, (await findCategory(db, category)).id)
  return store.findProductList(db, { ...filter, categories })
}

/**
 * Finds a product as an import does: by its id, key, slug, the SKU of one of its variants, or its name in any case.
 * `#42` is always an id.
 *
 * @throws Failure when there is none, or when the text names several
 */
export async function findProductId(reader: Reader, text: string): Promise<number> {
  const id = /^#(\d+)$/.exec(text)?.[1]
  const by = id === undefined ? (['id', 'key', 'slug', 'sku'] as const) : (['id'] as const)
  const wanted = id ?? text.trim()
  const named = await findNamedProducts(reader, [{ text: wanted, by: [...by, 'name'] }])
  const found = named(wanted, by)
  const [first, ...others] = found.length > 0 ? found : named(wanted, ['name'])
  if (!first)
    throw noSuch(`There is no product "${text}": no id, SKU, key, slug or name is that.`, {
      remedy: `To look for it, run: haat products list --search TEXT`,
    })
  if (others.length > 0) {
    const names = [first, ...others].map(({ id, name }) => `#${id} ${name}`).join(' and ')
    throw badRequest(`"${text}" can be ${names}: name the product by its id, such as "#${first.id}".`)
  }
  return first.id
}

export type WholeProduct = NonNullable<Awaited<ReturnType<typeof store.findWholeProduct>>>

export async function getProduct({ db }: { db: Reader }, text: string): Promise<WholeProduct> {
  return wholeProduct(db, await findProductId(db, text), text)
}

type ProductField = 'category' | 'is_published' | (typeof PRODUCT_COLUMNS)[number]
type VariantField = (typeof VARIANT_COLUMNS)[number]

/** Amounts in paise. `category` is an id, slug or path. `stock_change` is how many pieces more or fewer there are. */
export type GivenValues = Pick<Values, Exclude<ProductField, 'category'> | VariantField | 'stock_change'> & {
  category?: string
}

const NEEDED: ReadonlySet<Field> = new Set<Field>(['name', 'brand', 'category'])

/** Reads values as people type them; amounts are in rupees. `none` clears a field that may be empty. */
export function parseProductValues(texts: Partial<Record<ProductField | VariantField, string>>): GivenValues {
  const { stock = '', ...others } = texts
  const isChange = /^[+-] *\d/.test(stock)
  const fields = isChange ? { ...others, stock_change: stock.replace(' ', '') } : texts
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, parseValue(name as Field, text)]),
  )
}

function parseValue(name: Field, raw: string): unknown {
  const text = cleanCell(name, raw)
  // A file's half pieces are rounded down; a person has mistyped.
  if (name === 'stock' && /\.\d*[1-9]/.test(text))
    throw badRequest('stock: a number of pieces has no decimals.')
  if (NEEDED.has(name) && text.toLowerCase() === 'none')
    throw conflict(`${name}: a product needs one, it cannot be erased.`)
  if (name === 'category') return text
  const parsed = FIELD_RULES[name].parse(isErased(name, text) ? '' : text)
  if ('value' in parsed) return parsed.value
  throw badRequest(`${name}: ${parsed.reason.replace(/^Give /, 'give ')}.`)
}

/**
 * Changes a product, one of its variants and its pictures.
 *
 * @param fetch fetches pictures from the web
 * @returns the changed product, the fields that differ from before, and what to check
 */
export async function changeProduct(
  shop: Pick<Shop, 'db' | 'now' | 'media'>,
  { product: text, set = {}, variant, add_picture, pictures }: InputOf<Staff['products']['set']>,
  fetch?: FetchPicture,
): Promise<{ product: WholeProduct; changed: string[]; notes: string[] }> {
  const values = parseProductValues(set)
  const id = await findProductId(shop.db, text)
  const addresses = await storePictures(shop, add_picture, fetch)
  return shop.db.transaction(async (tx) => {
    await store.lockProduct(tx, id)
    const before = await wholeProduct(tx, id, text)
    const named = variant === undefined ? variantOfSku(before, text) : variantNamed(before, variant)
    const ofPictures = variant === undefined ? null : named!.id
    const own = await changeOwnValues(tx, before, values)
    const changes = await changeVariantValues(tx, before, named, values)
    const moved = await changePictures(tx, before, pictures, addresses, ofPictures)
    const changed = [...own, ...Object.keys(changes.set), ...moved]
    if (changed.length > 0) await store.publishChanges(tx, [id], shop.now())
    const notes = [...changes.notes, ...rateNotes(values)]
    return { product: await wholeProduct(tx, id, text), changed, notes }
  })
}

export async function storePictures(
  shop: Pick<Shop, 'db' | 'media'>,
  sources: string[] = [],
  fetch?: FetchPicture,
): Promise<string[]> {
  const addresses: string[] = []
  for (const source of sources) addresses.push(await storePictureFrom(shop, source, fetch))
  return addresses
}

export async function wholeProduct(reader: Reader, id: number, text: string): Promise<WholeProduct> {
  const found = await store.findWholeProduct(reader, id)
  if (!found) throw noSuch(`There is no product "${text}".`)
  return found
}

async function changeOwnValues(
  tx: Tx,
  { product, variants }: WholeProduct,
  { category, ...values }: GivenValues,
): Promise<string[]> {
  if (values.is_published && variants.length === 0)
    throw conflict(`${product.name} has no variants, so it has no price and cannot be published.`)
  const category_id = category === undefined ? undefined : (await findCategory(tx, category)).id
  const changes = differences<ProductRow>(product, { ...values, category_id }, OWN_COLUMNS)
  if (!isEmpty(changes)) await tx.updateMany('products', [{ id: product.id, set: changes }])
  return Object.keys(changes).map((column) => column.replace(/_id$/, ''))
}

/** The variant whose SKU names the product, if any. */
export const variantOfSku = ({ variants }: WholeProduct, sku: string): VariantRow | undefined =>
  variants.find((variant) => isSameSku(variant.sku, sku))

/** @param named the variant to change; undefined means the only one */
async function changeVariantValues(
  tx: Tx,
  product: WholeProduct,
  named: VariantRow | undefined,
  { category: _, ...values }: GivenValues,
): Promise<{ set: Partial<VariantRow>; notes: string[] }> {
  if (!['stock_change', ...VARIANT_COLUMNS].some((column) => column in values)) return { set: {}, notes: [] }
  const variant = named ?? onlyVariant(product)
  // The product is locked: an order meanwhile is in this stock, or waits.
  const set = await checkedVariant(tx, variant, values)
  if (!isEmpty(set)) await tx.updateMany('variants', [{ id: variant.id, set }])
  if (!isLargeChange(variant.price, set.price)) return { set, notes: [] }
  const change = `${formatShortRupees(variant.price)} → ${formatShortRupees(set.price!)}`
  return { set, notes: [`WARNING: the price changes by more than half: ${change}. Check it.`] }
}

async function changePictures(
  tx: Tx,
  before: WholeProduct,
  pictures: string | undefined,
  addresses: string[],
  variant_id: number | null,
): Promise<string[]> {
  const product_id = before.product.id
  const kept = pictures === undefined ? null : idsAt(before, pictures)
  if (kept) await store.keepMedia(tx, product_id, kept)
  const last = kept ? kept.length - 1 : (before.media.at(-1)?.position ?? -1)
  await tx.insertMany('media', newPictures({ product_id, variant_id }, addresses, last + 1))
  return kept || addresses.length > 0 ? ['pictures'] : []
}

/** @param position of the first */
export const newPictures = (
  of: Pick<NewMedia, 'product_id' | 'variant_id'>,
  addresses: readonly string[],
  position = 0,
): NewMedia[] =>
  addresses.map((media_url, at) => ({ ...of, media_type: 'image', media_url, position: position + at }))

const skusOf = ({ variants }: WholeProduct): string =>
  variants.map(({ id, sku }) => sku ?? String(id)).join(', ')

export function variantNamed(product: WholeProduct, text: string): VariantRow {
  const found = product.variants.find(({ id, sku }) => isSameSku(sku, text) || String(id) === text)
  if (!found) throw badRequest(`The product has no variant "${text}". Its variants: ${skusOf(product)}.`)
  return found
}

function onlyVariant(product: WholeProduct): VariantRow {
  const [only, other] = product.variants
  if (!only) throw badRequest('The product has no variants.')
  if (other) throw badRequest(`The product has several variants, and one must be named: ${skusOf(product)}.`)
  return only
}

/** What values change in a variant. @param row undefined for a new one @throws Failure when it cannot have them */
export async function checkedVariant(
  reader: Reader,
  row: VariantRow | undefined,
  values: VariantValues,
): Promise<Partial<VariantRow>> {
  const change = variantChange(row, values)
  if ('reason' in change) throw badRequest(`${change.reason}: ${change.detail}.`, { remedy: change.remedy })
  const { sku } = change.set
  const owner = sku ? (await findSkuOwners(reader, [sku])).get(lowered(sku)) : undefined
  if (owner && owner.id !== row?.id) throw badRequest(`Another variant has the SKU ${sku}.`)
  return change.set
}

/** Ids of the pictures with these numbers, such as `3,1,2`, or `none`. */
function idsAt({ media }: WholeProduct, numbers: string): number[] {
  const ids = (numbers === 'none' ? [] : numbers.split(',').map(Number)).map((number) => {
    const row = media[number - 1]
    if (!row) throw noSuch(`There is no picture ${number}: the product has ${media.length}.`)
    return row.id
  })
  if (new Set(ids).size < ids.length) throw badRequest('A picture is named twice.')
  return ids
}

/**
 * Deletes a product that was never ordered, also from carts, saved items and wishlists.
 *
 * @param input its `yes` says whether to delete it, or only to say what would be deleted
 * @returns the product, and the codes of the coupons that end with it
 */
export const deleteProduct = (
  { db }: Pick<Shop, 'db'>,
  { product: text, yes }: InputOf<Staff['products']['delete']>,
): Promise<{ product: WholeProduct; coupons: string[] }> =>
  db.transaction(async (tx) => {
    const id = await findProductId(tx, text)
    await store.lockProduct(tx, id)
    const product = await wholeProduct(tx, id, text)
    const orders = await store.countOrdersWith(tx, 'product_id', id)
    if (orders > 0)
      throw conflict(
        `${product.product.name} is in ${orders} ${orders === 1 ? 'order' : 'orders'} and cannot be deleted.`,
        { remedy: `Hide it: haat products set ${id} is_published=no` },
      )
    const coupons = (await store.findCouponsOf(tx, 'product_id', id)).map(({ code }) => code)
    if (yes) await store.deleteProductRow(tx, id)
    return { product, coupons }
  })

/** Names a GST rate that India does not have any more, or never had. */
export function rateNotes({ gst_rate: rate }: GivenValues): string[] {
  if (typeof rate !== 'number' || GST_RATES.includes(rate)) return []
  return [
    ENDED_GST_RATES.includes(rate)
      ? `WARNING: the GST rate of ${rate} % ended on 22 September 2025 for nearly all goods. Check it before you sell.`
      : `WARNING: India does not have a GST rate of ${rate} %. Correct it before you sell.`,
  ]
}
