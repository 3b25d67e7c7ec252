/** The merchant's work on products. All functions throw UserError; changes are one transaction each. */
import { formatShortRupees } from '@haat/contract/money'
import type { Reader, Tx } from '../../db/database.ts'
import { findSubtree } from '../../features/catalog/category-tree.store.ts'
import type { Shop } from '../../shop.ts'
import { cleanCell, type Field, FIELD_RULES, isErased, type Values } from '../importing/layouts/fields.ts'
import { parsePairs } from '../arguments.ts'
import { UserError } from '../user-error.ts'
import { findCategory } from './categories.ts'
import { differences, isAboveMrp, isEmpty, PRODUCT_COLUMNS, VARIANT_COLUMNS } from './product-values.ts'
import * as store from './products.store.ts'
import { type FetchPicture, storePictureFrom } from './store-picture.ts'

export interface ProductListOptions extends Omit<store.ProductListFilter, 'categories'> {
  /** Id, slug or path of a category; its sub-categories count too. */
  category?: string | undefined
}

export async function listProducts({ db }: Pick<Shop, 'db'>, { category, ...filter }: ProductListOptions) {
  const categories =
    category === undefined ? undefined : await findSubtree(db, (await findCategory(db, category)).id)
  return store.findProductList(db, { ...filter, categories })
}

interface NamedProduct {
  id: number
  /** The variant whose SKU the text is. */
  variantId: number | null
}

/**
 * Finds a product by its id, slug, key of import or the SKU of one of its variants. `#42` is always an id.
 *
 * @throws UserError when there is none, or when the text names several
 */
export async function findProductId(reader: Reader, text: string): Promise<NamedProduct> {
  const found = await store.findProductsNamed(reader, text)
  const matches = text.startsWith('#') ? found.filter(({ by }) => by === 'id') : found
  const [first] = matches
  if (!first)
    throw new UserError(
      `There is no product "${text}". Use its id, SKU, slug or key (see haat products list).`,
    )
  if (matches.some(({ id }) => id !== first.id)) {
    const names = matches.map(({ id, by }) => `the ${by} of product #${id}`).join(' and ')
    throw new UserError(`"${text}" is ${names}: name the product by its id, such as "#${first.id}".`)
  }
  return { id: first.id, variantId: matches.find((row) => row.variant_id !== null)?.variant_id ?? null }
}

export type WholeProduct = NonNullable<Awaited<ReturnType<typeof store.findWholeProduct>>>

export async function getProduct({ db }: Pick<Shop, 'db'>, text: string): Promise<WholeProduct> {
  return wholeProduct(db, (await findProductId(db, text)).id, text)
}

/** The fields of a product that `changeProduct` takes, and those of a variant: what a file can change too. */
export const PRODUCT_FIELDS = ['category', 'is_published', ...PRODUCT_COLUMNS] as const satisfies Field[]
export const VARIANT_FIELDS = VARIANT_COLUMNS

type ProductField = (typeof PRODUCT_FIELDS)[number]
type VariantField = (typeof VARIANT_FIELDS)[number]

export interface ProductChange {
  /** Amounts in paise. `category` is an id, slug or path. */
  values: Pick<Values, Exclude<ProductField, 'category'> | VariantField> & { category?: string }
  /** SKU or id of the variant that `values` and new pictures are for. */
  variant?: string | undefined
  /** Files or web addresses of pictures to add after the others. */
  addPictures?: string[] | undefined
  /** The pictures to keep, in their new order, numbered from 1 in the order before this change; all by default. */
  pictures?: number[] | undefined
}

const NEEDED: ReadonlySet<Field> = new Set<Field>(['name', 'brand', 'category'])

/** Reads `field=value` texts; amounts are in rupees. `none` clears a field that may be empty. */
export function parseProductValues(pairs: readonly string[]): ProductChange['values'] {
  const given = Object.entries(parsePairs(pairs, [...PRODUCT_FIELDS, ...VARIANT_FIELDS]))
  return Object.fromEntries(given.map(([name, text]) => [name, parseValue(name as Field, text)]))
}

function parseValue(name: Field, raw: string): unknown {
  const text = cleanCell(name, raw)
  if (NEEDED.has(name) && text.toLowerCase() === 'none')
    throw new UserError(`${name}: a product needs one, it cannot be erased.`)
  if (name === 'category') return text
  const parsed = FIELD_RULES[name].parse(isErased(name, text) ? '' : text)
  if ('value' in parsed) return parsed.value
  throw new UserError(`${name}: ${parsed.reason.replace(/^Give /, 'give ')}.`)
}

/**
 * Changes a product, one of its variants and its pictures.
 *
 * @param fetch fetches pictures from the web
 * @returns the changed product, and the fields that differ from before
 */
export async function changeProduct(
  shop: Pick<Shop, 'db' | 'now' | 'media'>,
  text: string,
  change: ProductChange,
  fetch?: FetchPicture,
): Promise<{ product: WholeProduct; changed: string[] }> {
  const { id, variantId } = await findProductId(shop.db, text)
  const addresses: string[] = []
  for (const source of change.addPictures ?? []) addresses.push(await storePictureFrom(shop, source, fetch))
  return shop.db.transaction(async (tx) => {
    await store.lockProduct(tx, id)
    const before = await wholeProduct(tx, id, text)
    const named = change.variant === undefined ? null : variantNamed(before, change.variant)
    const changed = [
      ...(await changeOwnValues(tx, before, change.values)),
      ...(await changeVariantValues(tx, before, named?.id ?? variantId, change.values)),
      ...(await changePictures(tx, before, change.pictures, addresses, named?.id ?? null)),
    ]
    if (changed.length > 0) await store.publishChanges(tx, [id], shop.now())
    return { product: await wholeProduct(tx, id, text), changed }
  })
}

async function wholeProduct(reader: Reader, id: number, text: string): Promise<WholeProduct> {
  const found = await store.findWholeProduct(reader, id)
  if (!found) throw new UserError(`There is no product "${text}".`)
  return found
}

async function changeOwnValues(
  tx: Tx,
  { product, variants }: WholeProduct,
  { category, ...values }: ProductChange['values'],
): Promise<string[]> {
  if (values.is_published && variants.length === 0)
    throw new UserError(`${product.name} has no variants, so it has no price and cannot be published.`)
  const category_id = category === undefined ? undefined : (await findCategory(tx, category)).id
  const changes = differences<store.ProductRow>(product, { ...values, category_id }, [
    ...PRODUCT_COLUMNS,
    'is_published',
    'category_id',
  ])
  if (!isEmpty(changes)) await store.updateProduct(tx, product.id, changes)
  return Object.keys(changes).map((column) => column.replace(/_id$/, ''))
}

/** @param variantId the variant that the command names; null means the only one */
async function changeVariantValues(
  tx: Tx,
  product: WholeProduct,
  variantId: number | null,
  { category: _, ...values }: ProductChange['values'],
): Promise<string[]> {
  if (!VARIANT_COLUMNS.some((column) => column in values)) return []
  const variant = variantToChange(product, variantId)
  const changes = differences<store.VariantRow>(variant, values, VARIANT_COLUMNS)
  await checkVariant(tx, variant, changes)
  if (!isEmpty(changes)) await store.updateVariant(tx, variant.id, changes)
  return Object.keys(changes)
}

async function changePictures(
  tx: Tx,
  before: WholeProduct,
  pictures: number[] | undefined,
  addresses: string[],
  variant_id: number | null,
): Promise<string[]> {
  if (pictures) await store.keepMedia(tx, before.product.id, idsAt(before, pictures))
  for (const media_url of addresses)
    await store.insertPicture(tx, { product_id: before.product.id, variant_id, media_url, alt: '' })
  return pictures || addresses.length > 0 ? ['pictures'] : []
}

const skusOf = ({ variants }: WholeProduct): string =>
  variants.map(({ id, sku }) => sku ?? String(id)).join(', ')

function variantNamed(product: WholeProduct, text: string): store.VariantRow {
  const found = product.variants.find(({ id, sku }) => sku === text || String(id) === text)
  if (!found) throw new UserError(`The product has no variant "${text}". Its variants: ${skusOf(product)}.`)
  return found
}

function variantToChange(product: WholeProduct, chosen: number | null): store.VariantRow {
  const [only, other] = product.variants
  const found = chosen === null ? only : product.variants.find(({ id }) => id === chosen)
  if (!found) throw new UserError('The product has no variants.')
  if (chosen === null && other)
    throw new UserError(`The product has several variants: add --variant with one of ${skusOf(product)}.`)
  return found
}

/** Refuses a price above the MRP and a SKU of another variant. */
async function checkVariant(
  reader: Reader,
  row: store.VariantRow,
  { price = row.price, mrp = row.mrp, sku }: Partial<store.VariantRow>,
): Promise<void> {
  if (mrp !== null && isAboveMrp({ price, mrp }))
    throw new UserError(
      `The price of ${formatShortRupees(price)} is above the MRP of ${formatShortRupees(mrp)}. Change both, or remove the MRP with mrp=none.`,
    )
  if (sku && (await store.isSkuTaken(reader, sku, row.id)))
    throw new UserError(`Another variant has the SKU ${sku}.`)
}

/** Ids of the pictures with these numbers. */
function idsAt({ media }: WholeProduct, numbers: readonly number[]): number[] {
  const ids = numbers.map((number) => {
    const row = media[number - 1]
    if (!row) throw new UserError(`There is no picture ${number}: the product has ${media.length}.`)
    return row.id
  })
  if (new Set(ids).size < ids.length) throw new UserError('A picture is named twice.')
  return ids
}

/**
 * Deletes a product that was never ordered, also from carts, saved items and wishlists.
 *
 * @param really whether to delete it, or only to say what would be deleted
 * @returns the product, and the codes of the coupons that end with it
 */
export const deleteProduct = (
  { db }: Pick<Shop, 'db'>,
  text: string,
  really: boolean,
): Promise<{ product: WholeProduct; coupons: string[] }> =>
  db.transaction(async (tx) => {
    const { id } = await findProductId(tx, text)
    await store.lockProduct(tx, id)
    const product = await wholeProduct(tx, id, text)
    const orders = await store.countOrders(tx, id)
    if (orders > 0)
      throw new UserError(
        `${product.product.name} is in ${orders} ${orders === 1 ? 'order' : 'orders'} and cannot be deleted. Hide it: haat products set ${id} is_published=no`,
      )
    const coupons = await store.findCouponsOf(tx, id)
    if (really) await store.deleteProductRow(tx, id)
    return { product, coupons }
  })
