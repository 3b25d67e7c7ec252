/** Variants of a product, and the values that people type for both. All functions throw Failures. */
import { formatShortRupees } from '@haat/contract/money'
import { variantLabel } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { nameOfVariant, type PRODUCT_COLUMNS, type VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { Reader, Tx } from '../../db/database.ts'
import type { VariantRow } from '../../db/schema.ts'
import { badRequest, conflict, Failure } from '../../http/failure.ts'
import { cleanCell, type Field, FIELD_RULES, isErased, type Values } from '../cells/fields.ts'
import { findSkuOwners, isSameSku, lowered } from './find-products.store.ts'
import {
  isEmpty,
  isLargeChange,
  newVariant,
  optionsKey,
  variantChange,
  type VariantValues,
} from './product-values.ts'
import * as store from './products.store.ts'

export type WholeProduct = NonNullable<Awaited<ReturnType<typeof store.findWholeProduct>>>

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

export function parseValue(name: Field, raw: string): unknown {
  const text = cleanCell(name, raw)
  // A file's half pieces are rounded down; a person has mistyped.
  if (name === 'stock' && /\.\d*[1-9]/.test(text))
    throw badRequest('stock: a number of pieces has no decimals.', { field: 'set.stock' })
  if (NEEDED.has(name) && text.toLowerCase() === 'none')
    throw conflict(`${name}: a product needs one, it cannot be erased.`, { field: `set.${name}` })
  if (name === 'category') return text
  const parsed = FIELD_RULES[name].parse(isErased(name, text) ? '' : text)
  if ('value' in parsed) return parsed.value
  throw badRequest(`${name}: ${parsed.reason.replace(/^Give /, 'give ')}.`, { field: `set.${name}` })
}

/** The variant whose SKU names the product, if any. */
export const variantOfSku = ({ variants }: WholeProduct, sku: string): VariantRow | undefined =>
  variants.find((variant) => isSameSku(variant.sku, sku))

const skusOf = ({ variants }: WholeProduct): string =>
  variants.map(({ id, sku }) => sku ?? String(id)).join(', ')

export function variantNamed(product: WholeProduct, text: string): VariantRow {
  const { variants } = product
  const found =
    variants.find(({ id, sku }) => isSameSku(sku, text) || String(id) === text) ??
    variants.find((row) => variantLabel(row) === text)
  if (!found) throw badRequest(`The product has no variant "${text}". Its variants: ${skusOf(product)}.`)
  return found
}

export function onlyVariant(product: WholeProduct): VariantRow {
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

/** Adds a variant after the others of a product. */
export async function addTo(
  tx: Tx,
  { product, variants }: WholeProduct,
  { price: given, ...others }: VariantValues,
): Promise<void> {
  const price = given ?? variants[0]?.price
  if (price === undefined) throw badRequest('A variant needs a price, such as price=499.')
  const added = await checkedVariant(tx, undefined, { ...others, price })
  const twin = variants.find((row) => optionsKey(row) === optionsKey(added))
  if (twin)
    throw conflict(
      `${product.name} has this variant already: ${nameOfVariant(twin)}. Tell the new one apart by color, size or variant_name.`,
    )
  await tx.insertMany('variants', [newVariant(product.id, variants, added)])
}

/** Removes a variant that was never ordered, also from carts. */
export async function removeFrom(
  tx: Tx,
  { product, variants }: WholeProduct,
  removed: VariantRow,
): Promise<void> {
  if (variants.length === 1)
    throw badRequest(`${product.name} has no other variant.`, {
      remedy: `Delete it: haat products delete ${product.id}`,
    })
  if ((await store.countOrdersWith(tx, 'variant_id', removed.id)) > 0)
    throw conflict(`${nameOfVariant(removed)} was ordered and cannot be removed.`, {
      remedy: `To stop it: haat products set ${product.id} --variant ${removed.sku ?? removed.id} stock=0`,
    })
  await store.deleteVariant(tx, removed, variants.find(({ id }) => id !== removed.id)!.id)
}

/** What is odd about a new price. */
export function priceNotes({ price }: { price: number }, set: { price?: number | undefined }): string[] {
  if (!isLargeChange(price, set.price)) return []
  const change = `${formatShortRupees(price)} → ${formatShortRupees(set.price!)}`
  return [`the price changes by more than half: ${change}. Check it.`]
}

/** Changes, adds and removes variants of a product that is locked. */
export async function changeVariants(
  tx: Tx,
  { product, variants: before }: WholeProduct,
  rows: NonNullable<InputOf<Staff['products']['set']>['variants']>,
): Promise<{ isChanged: boolean; notes: string[] }> {
  const notes: string[] = []
  const updates: { id: number; set: Partial<VariantRow> }[] = []
  const reread = async () => (await store.findWholeProduct(tx, product.id))!
  for (const { id, set, was, remove } of rows) {
    const row = before.find((one) => one.id === id)
    if (id !== undefined && !row) throw badRequest(`The product has no variant "${id}" any more.`)
    const name = row ? nameOfVariant(row) : [set.color, set.size, set.variant_name].filter(Boolean).join(', ')
    await ofVariant(name, async () => {
      if (row && remove) return
      if (row && was && row.stock !== was.stock && set.stock !== String(row.stock))
        throw conflict(`The stock is ${row.stock} now, and was ${was.stock} when it was counted.`, {
          code: 'STALE',
        })
      const values = parseProductValues(set)
      if (!row) return addTo(tx, await reread(), values)
      const change = await checkedVariant(tx, row, values)
      if (isEmpty(change)) return
      updates.push({ id: row.id, set: change })
      notes.push(...priceNotes(row, change).map((note) => `WARNING: ${name}: ${note}`))
    })
  }
  await tx.updateMany('variants', updates)
  const removed = rows.filter(({ remove }) => remove).map(({ id }) => id)
  for (const row of before.filter(({ id }) => removed.includes(id)))
    await ofVariant(nameOfVariant(row), async () => removeFrom(tx, await reread(), row))
  const isChanged = updates.length > 0 || rows.some(({ id, remove }) => id === undefined || remove)
  return { isChanged, notes }
}

/** Names the variant in what is wrong with it. */
async function ofVariant(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure) || name === '') throw error
    throw new Failure(error.status, `${name}: ${error.message}`, { ...error.extra, field: 'variants' })
  }
}
