/** What a merchant can do with categories. */
import type { Staff } from '@haat/contract/staff/index'
import type { ActTable } from '../act-table.ts'
import { type CategoryNode, deleteCategory, listCategories, saveCategory } from './categories.ts'

const staffCategory = ({ path, ...category }: CategoryNode) => ({ ...category, path: path.join(' > ') })

export const categoryActs: ActTable<Staff['categories']> = {
  list: async ({ db }) => (await listCategories(db)).map(staffCategory),
  add: async (shop, { name, set }) => staffCategory(await saveCategory(shop, null, { ...set, name })),
  set: async (shop, { category, set }) => staffCategory(await saveCategory(shop, category, set)),
  async delete(shop, { category: text, move_products_to }) {
    const { category, moved } = await deleteCategory(shop, text, move_products_to)
    return { category: staffCategory(category), moved }
  },
}
