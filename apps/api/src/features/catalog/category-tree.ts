/** The category tree and its brands, kept until the catalogue changes. */
import type { Category } from '@haat/contract/catalog'
import { versionCache } from '../../db/catalogue-version.ts'
import type { Database } from '../../db/database.ts'
import { findBrands, findCategories } from './catalog.store.ts'
import { subtreesOf } from './category-tree.store.ts'

interface Tree {
  /** Each with the number of published products in it and below it. */
  categories: Category[]
  /** Ids of each category and all its descendants. */
  subtrees: Map<number, number[]>
}

const cachedTree = versionCache<Tree>(1)

export const treeOf = (db: Database): Promise<Tree> =>
  cachedTree(db, 'tree', async () => {
    const rows = await findCategories(db)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const subtrees = subtreesOf(rows)
    const categories = rows.map(({ id, name, parent_id }) => {
      const below = (subtrees.get(id) ?? []).flatMap((one) => byId.get(one) ?? [])
      const image_url = below.find((one) => one.image_url)?.image_url ?? null
      const product_count = below.reduce((sum, { own_count }) => sum + own_count, 0)
      return { id, name, image_url, parent_id, product_count }
    })
    return { categories, subtrees }
  })

/** Ids of a category and all its descendants; empty when the category does not exist. */
export const subtree = async (db: Database, id: number): Promise<number[]> =>
  (await treeOf(db)).subtrees.get(id) ?? []

const cachedBrands = versionCache<string[]>(200)

/** The brands of the published products in a category and below it, or of all, in order. */
export const brandsOf = (db: Database, category: number | undefined): Promise<string[]> =>
  cachedBrands(db, String(category), async () => {
    const found = await findBrands(db, category === undefined ? undefined : await subtree(db, category))
    return found.toSorted((a, b) => a.localeCompare(b, 'en'))
  })
