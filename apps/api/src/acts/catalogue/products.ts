/** The merchant's work on products. All functions throw Failures; changes are one transaction each. */
import { type InputOf, plural } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { ENDED_GST_RATES, GST_RATES } from '@haat/contract/gst'
import { VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { Reader, Tx } from '../../db/database.ts'
import type { ProductRow, VariantRow } from '../../db/schema.ts'
import { findSubtree } from '../../features/catalog/category-tree.store.ts'
import { liveDealPrices } from '../../features/catalog/listing-columns.store.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { type FetchPicture, storePictureFrom } from '../pictures/named-picture.ts'
import type { NewMedia } from './catalogue-rows.store.ts'
import { findCategory } from './categories.ts'
import { findNamedProducts } from './find-products.store.ts'
import { differences, isEmpty, OWN_COLUMNS } from './product-values.ts'
import * as store from './products.store.ts'
import {
  changeVariants,
  checkedVariant,
  type GivenValues,
  onlyVariant,
  parseProductValues,
  priceNotes,
  variantNamed,
  variantOfSku,
  type WholeProduct,
} from './variants.ts'

/** A filter in which a category is named by id, slug or path; its sub-categories count too. */
type NamedFilter<Filter> = Omit<Filter, 'categories'> & { category?: string | undefined }

async function withCategories<Filter>(reader: Reader, { category, ...filter }: NamedFilter<Filter>) {
  const categories =
    category === undefined ? undefined : await findSubtree(reader, (await findCategory(reader, category)).id)
  return { ...filter, categories }
}

export const listProducts = async ({ db }: Pick<Shop, 'db'>, filter: NamedFilter<store.ProductListFilter>) =>
  store.findProductList(db, await withCategories<store.ProductListFilter>(db, filter))

/** With the price of a running deal, which is for the default variant; null without one. */
export async function listVariants(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  filter: NamedFilter<store.VariantFilter>,
) {
  const rows = await store.findVariantList(db, await withCategories<store.VariantFilter>(db, filter))
  const deals = await liveDealPrices(db, [...new Set(rows.map(({ product_id }) => product_id))], now())
  return rows.map((row) => ({
    ...row,
    deal_price: row.is_default ? (deals.get(row.product_id) ?? null) : null,
  }))
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

export async function getProduct({ db }: { db: Reader }, text: string): Promise<WholeProduct> {
  return wholeProduct(db, await findProductId(db, text), text)
}

/**
 * Changes a product, one of its variants and its pictures.
 *
 * @param fetch fetches pictures from the web
 * @returns the changed product, the fields that differ from before, and what to check
 */
export async function changeProduct(
  shop: Pick<Shop, 'db' | 'now' | 'media'>,
  input: InputOf<Staff['products']['set']>,
  fetch?: FetchPicture,
): Promise<{ product: WholeProduct; changed: string[]; notes: string[] }> {
  const { product: text, set = {}, variant, publish_at, add_picture, variants = [], pictures } = input
  const values = withSchedule(parseProductValues(set), publish_at, shop.now())
  const id = await findProductId(shop.db, text)
  const addresses = await storePictures(shop, add_picture, fetch)
  await checkUploads(shop, pictures)
  return shop.db.transaction(async (tx) => {
    await store.lockProduct(tx, id)
    const before = await wholeProduct(tx, id, text)
    const named = variant === undefined ? variantOfSku(before, text) : variantNamed(before, variant)
    const ofPictures = variant === undefined ? null : named!.id
    const own = await changeOwnValues(tx, before, values)
    const changes = await changeVariantValues(tx, before, named, values)
    const rows = await changeVariants(tx, before, variants)
    const last = before.media.at(-1)?.position ?? -1
    await tx.insertMany('media', newPictures({ product_id: id, variant_id: ofPictures }, addresses, last + 1))
    const isMoved =
      (pictures && (await setPictures(tx, await wholeProduct(tx, id, text), pictures))) ||
      addresses.length > 0
    const changed = [
      ...own,
      ...Object.keys(changes.set),
      ...(rows.isChanged ? ['variants'] : []),
      ...(isMoved ? ['pictures'] : []),
    ]
    if (changed.length > 0) await store.publishChanges(tx, [id], shop.now())
    const notes = [...changes.notes, ...rows.notes, ...rateNotes(values)]
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

/** @throws Failure when there is no such product */
export async function wholeProduct(reader: Reader, id: number, text: string): Promise<WholeProduct> {
  const found = await store.findWholeProduct(reader, id)
  if (!found) throw noSuch(`There is no product "${text}".`)
  return found
}

type ScheduledValues = GivenValues & Partial<Pick<ProductRow, 'publish_at'>>

/**
 * A time hides the product until then; publishing or hiding it by hand ends such a plan.
 *
 * @throws Failure when the time has passed
 */
export function withSchedule(values: GivenValues, publish_at: Date | undefined, now: Date): ScheduledValues {
  if (publish_at && publish_at <= now)
    throw badRequest('publish_at: give a time to come, or publish it now.', {
      errors: [{ path: 'publish_at', message: 'Choose a time to come, or publish it now.' }],
    })
  if (publish_at) return { ...values, is_published: false, publish_at }
  return values.is_published === undefined ? values : { ...values, publish_at: null }
}

async function changeOwnValues(
  tx: Tx,
  { product, variants }: WholeProduct,
  { category, ...values }: ScheduledValues,
): Promise<string[]> {
  if ((values.is_published || values.publish_at) && variants.length === 0)
    throw conflict(`${product.name} has no variants, so it has no price and cannot be published.`)
  const category_id = category === undefined ? undefined : (await findCategory(tx, category)).id
  const changes = differences<ProductRow>(product, { ...values, category_id }, OWN_COLUMNS)
  await tx.updateMany('products', [{ id: product.id, set: changes }])
  return Object.keys(changes).map((column) => column.replace(/_id$/, ''))
}

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
  await tx.updateMany('variants', [{ id: variant.id, set }])
  return { set, notes: priceNotes(variant, set).map((note) => `WARNING: ${note}`) }
}

type Picture = NonNullable<InputOf<Staff['products']['set']>['pictures']>[number]

/** What `POST /api/desk/pictures` replies. */
const UPLOADED = /^\/media\/(i-[0-9a-f]{32})\.(webp|mp4)$/

/** Checks that uploaded pictures and videos are there. Others must be those of the product. */
export async function checkUploads({ media }: Pick<Shop, 'media'>, pictures: readonly Picture[] = []) {
  for (const url of new Set(pictures.map(({ media_url }) => media_url))) {
    const [, base, extension] = UPLOADED.exec(url) ?? []
    if (base && extension && (await media.originals.find(base, [extension])) === null)
      throw badRequest(`There is no file ${url}. Upload it again.`)
  }
}

const newMedium = (media_url: string): Pick<NewMedia, 'media_type' | 'video_source' | 'media_url'> =>
  media_url.endsWith('.mp4')
    ? { media_type: 'video', video_source: 'upload', media_url }
    : { media_type: 'image', media_url }

/** Gives a product these pictures, in this order. @returns whether that changes anything */
export async function setPictures(
  tx: Tx,
  product: WholeProduct,
  pictures: readonly Picture[],
): Promise<boolean> {
  const left = [...product.media]
  const product_id = product.product.id
  const updates: { id: number; set: Partial<NewMedia> }[] = []
  const added: NewMedia[] = []
  for (const [position, { media_url, alt, variant }] of pictures.entries()) {
    const set = { alt, position, variant_id: variant == null ? null : variantNamed(product, variant).id }
    const same = left.filter((row) => row.media_url === media_url)
    const row = same.find(({ variant_id }) => variant_id === set.variant_id) ?? same[0]
    if (row) {
      left.splice(left.indexOf(row), 1)
      const changes = differences<Partial<NewMedia>>(row, set)
      if (!isEmpty(changes)) updates.push({ id: row.id, set: changes })
    } else if (UPLOADED.test(media_url)) added.push({ ...set, product_id, ...newMedium(media_url) })
    else throw badRequest(`The product has no picture ${media_url}. Upload it first.`)
  }
  await store.deleteMedia(
    tx,
    left.map(({ id }) => id),
  )
  await tx.updateMany('media', updates)
  await tx.insertMany('media', added)
  return left.length + updates.length + added.length > 0
}

/** @param position of the first */
export const newPictures = (
  of: Pick<NewMedia, 'product_id' | 'variant_id'>,
  addresses: readonly string[],
  position = 0,
): NewMedia[] =>
  addresses.map((media_url, at) => ({ ...of, media_type: 'image', media_url, position: position + at }))

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
      throw conflict(`${product.product.name} is in ${plural(orders, 'order')} and cannot be deleted.`, {
        remedy: `Hide it: haat products set ${id} is_published=no`,
      })
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
