/** What a merchant can do with text pages. */
import type { Staff } from '@haat/contract/staff/index'
import type { ActTable } from '../act-table.ts'
import { getPage, listPages, removePage, setPage } from './pages.ts'

export const pageActs: ActTable<Staff['pages']> = {
  list: async (shop) => (await listPages(shop)).map((page) => ({ ...page, address: `/pages/${page.slug}` })),
  get: (shop, { slug }) => getPage(shop, slug),
  set: setPage,
  async delete(shop, { slug }) {
    await removePage(shop, slug)
    return { slug }
  },
}
