/** What a merchant can do with products, their variants and the stock. */
import { dealState, variantLabel } from '@haat/contract/rules'
import type { Staff } from '@haat/contract/staff/index'
import type { StaffProduct } from '@haat/contract/staff/products'
import type { Reader } from '../../db/database.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import type { ActTable } from '../act-table.ts'
import { addProduct, addVariant, removeVariant } from './add-product.ts'
import {
  changeProduct,
  deleteProduct,
  getProduct,
  listProducts,
  parseProductValues,
  rateWarning,
  type WholeProduct,
} from './products.ts'
import { findLowStock } from './products.store.ts'

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

/** What to tell beside a change. */
const notesOf = (rate: number | null | undefined): string[] => {
  const warning = rateWarning(rate)
  return warning === null ? [] : [warning]
}

export const productActs: ActTable<Staff['products']> = {
  list: async (shop, { low_stock, ...filter }) =>
    listProducts(shop, { ...filter, stockUpTo: low_stock ? await lowStockOf(shop.db) : undefined }),
  show: async (shop, { product }) => staffProduct(await getProduct(shop, product), shop.now()),
  async add(shop, { name, set, add_picture }) {
    const values = parseProductValues({ ...set, name })
    const product = staffProduct(await addProduct(shop, values, add_picture), shop.now())
    return { product, notes: notesOf(values.gst_rate) }
  },
  async set(shop, { product: text, set = {}, variant, add_picture: addPictures, pictures }) {
    const values = parseProductValues(set)
    const kept = pictures === 'none' ? [] : pictures?.split(',').map(Number)
    const done = await changeProduct(shop, text, { values, variant, addPictures, pictures: kept })
    const product = staffProduct(done.product, shop.now())
    return { product, changed: done.changed, notes: [...done.notes, ...notesOf(values.gst_rate)] }
  },
  async delete(shop, { product: text, yes }) {
    const { product, coupons } = await deleteProduct(shop, text, yes)
    return { product: staffProduct(product, shop.now()), coupons }
  },
}

export const variantActs: ActTable<Staff['variants']> = {
  add: async (shop, { product, set }) =>
    staffProduct(await addVariant(shop, product, parseProductValues(set)), shop.now()),
  remove: (shop, { product, variant }) => removeVariant(shop, product, variant),
}

export const stockActs: ActTable<Staff['stock']> = {
  async low({ db }, { below, limit }) {
    const rows = await findLowStock(db, below === undefined ? await lowStockOf(db) : below - 1, limit)
    return rows.map((row) => ({ ...row, variant: variantLabel(row) }))
  },
}
