/** What a merchant can do with products, their variants and the stock. */
import { dealState, variantLabel } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { lacksOf, productState, type StaffProduct } from '@haat/contract/staff/products'
import type { Reader } from '../../db/database.ts'
import type { VariantRow } from '../../db/schema.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { changeInBulk } from './bulk-change.ts'
import { allocateIds, insertAll } from './catalogue-rows.store.ts'
import { findCategory } from './categories.ts'
import { newProduct, newVariant } from './product-values.ts'
import {
  changeProduct,
  checkUploads,
  deleteProduct,
  findProductId,
  getProduct,
  listProducts,
  listVariants,
  newPictures,
  rateNotes,
  setPictures,
  storePictures,
  wholeProduct,
  withSchedule,
} from './products.ts'
import * as store from './products.store.ts'
import { shortHash, slugify } from './slugs.ts'
import {
  addTo,
  changeVariants,
  checkedVariant,
  parseProductValues,
  removeFrom,
  variantNamed,
  type WholeProduct,
} from './variants.ts'
import { findLowStock } from '../../features/alerts/alerts.store.ts'

/** The number of pieces up to which a variant is low on stock, where the settings name none. */
const LOW_STOCK = 5

const lowStockOf = async (reader: Reader): Promise<number> =>
  (await readSettings(reader)).alerts.low_stock ?? LOW_STOCK

const staffProduct = (
  { product, category, media, deals, ...rest }: WholeProduct,
  now: Date,
): StaffProduct => ({
  ...product,
  ...rest,
  category: category.join(' > '),
  pictures: media.map((row, at) => ({ ...row, number: at + 1 })),
  deals: deals.filter((deal) => dealState(deal, now) !== 'expired'),
})

const shown = <Done extends { product: WholeProduct }>(done: Done, now: Date) => ({
  ...done,
  product: staffProduct(done.product, now),
})

/** Adds a product with one variant or more. What the values leave out is empty, and the stock is 0. */
export async function addProduct(
  shop: Pick<Shop, 'db' | 'now' | 'media'>,
  { name, set, publish_at, add_picture, variants = [], pictures }: InputOf<Staff['products']['add']>,
): Promise<{ product: WholeProduct; notes: string[] }> {
  const [first, ...others] = variants
  const parsed = parseProductValues({ ...set, ...first?.set, name })
  const { category, ...values } = withSchedule(parsed, publish_at, shop.now())
  if (values.price === undefined) throw badRequest('A product needs a price, such as price=499.')
  if (category === undefined)
    throw badRequest('A product needs a category, such as category=kitchen.', {
      remedy: 'See haat categories list.',
    })
  const addresses = await storePictures(shop, add_picture)
  await checkUploads(shop, pictures)
  return shop.db.transaction(async (tx) => {
    const plain = slugify(values.name ?? '')
    const isTaken = (await store.findTakenSlugs(tx, [plain])).size > 0
    const slug = isTaken ? `${plain}-${shortHash(shop.now().toISOString())}` : plain
    const place = { slug, external_key: null, category_id: (await findCategory(tx, category)).id }
    const variant = await checkedVariant(tx, undefined, values)
    const [id = 0] = await allocateIds(tx, 'products', 1)
    await insertAll(tx, {
      products: [{ id, ...newProduct(place, values, shop.now()) }],
      variants: [newVariant(id, [], variant)],
      media: newPictures({ product_id: id, variant_id: null }, addresses),
    })
    await changeVariants(tx, await wholeProduct(tx, id, name), others)
    if (pictures) await setPictures(tx, await wholeProduct(tx, id, name), pictures)
    await store.publishChanges(tx, [id], shop.now())
    return { product: await wholeProduct(tx, id, name), notes: rateNotes(values) }
  })
}

/** Adds a variant after the others of a product. */
export async function addVariant(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { product: text, set }: InputOf<Staff['variants']['add']>,
): Promise<WholeProduct> {
  const values = parseProductValues(set)
  return db.transaction(async (tx) => {
    const id = await findProductId(tx, text)
    await store.lockProduct(tx, id)
    await addTo(tx, await wholeProduct(tx, id, text), values)
    await store.publishChanges(tx, [id], now())
    return wholeProduct(tx, id, text)
  })
}

/** Removes a variant that was never ordered, also from carts. @returns the variant */
export async function removeVariant(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { product: text, variant }: InputOf<Staff['variants']['remove']>,
): Promise<VariantRow> {
  return db.transaction(async (tx) => {
    const { product } = await getProduct({ db: tx }, text)
    await store.lockProduct(tx, product.id)
    const whole = await wholeProduct(tx, product.id, text)
    const removed = variantNamed(whole, variant)
    await removeFrom(tx, whole, removed)
    await store.publishChanges(tx, [product.id], now())
    return removed
  })
}

export const productActs: ActTable<Staff['products']> = {
  async list(shop, { low_stock, ...filter }) {
    const stockUpTo = low_stock ? await lowStockOf(shop.db) : undefined
    const rows = await listProducts(shop, { ...filter, stockUpTo })
    return rows.map(({ in_stock, ...row }) => ({
      ...row,
      state: productState(row, in_stock),
      lacks: lacksOf(row),
    }))
  },
  counts: ({ db }) => store.countProducts(db),
  show: async (shop, { product }) => staffProduct(await getProduct(shop, product), shop.now()),
  add: async (shop, input) => shown(await addProduct(shop, input), shop.now()),
  set: async (shop, input) => shown(await changeProduct(shop, input), shop.now()),
  bulk: changeInBulk,
  delete: async (shop, input) => shown(await deleteProduct(shop, input), shop.now()),
}

export const variantActs: ActTable<Staff['variants']> = {
  async list(shop, { level, ...filter }) {
    const stockUpTo = level && (level === 'out' ? 0 : await lowStockOf(shop.db))
    const rows = await listVariants(shop, { ...filter, stockUpTo })
    return rows.map((row) => ({ ...row, variant: variantLabel(row) }))
  },
  add: async (shop, input) => staffProduct(await addVariant(shop, input), shop.now()),
  remove: removeVariant,
}

export const stockActs: ActTable<Staff['stock']> = {
  async low({ db }, { below, limit }) {
    const rows = await findLowStock(db, below === undefined ? await lowStockOf(db) : below - 1, limit)
    return rows.map((row) => ({ ...row, variant: variantLabel(row) }))
  },
}
