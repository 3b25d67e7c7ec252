/** What a merchant can do with products, their variants and the stock. */
import { dealState, variantLabel } from '@haat/contract/rules'
import type { Staff } from '@haat/contract/staff/index'
import { lacksOf, productState, type StaffProduct } from '@haat/contract/staff/products'
import type { Reader } from '../../db/database.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import type { ActTable } from '../act-table.ts'
import { addProduct, addVariant, removeVariant } from './add-product.ts'
import { changeInBulk } from './bulk-change.ts'
import { changeProduct, deleteProduct, getProduct, listProducts, listVariants } from './products.ts'
import { countProducts } from './products.store.ts'
import type { WholeProduct } from './variants.ts'
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
  counts: ({ db }) => countProducts(db),
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
