/** The category tree, cached until the catalogue changes. */
import type { Category } from '@haat/contract/catalog'
import type { Reader } from '../../db/database.ts'
import { findCategories } from './catalog.store.ts'
import { revisionCache } from './catalogue-cache.ts'

type Row = Omit<Category, 'product_count'> & { position: number; own_count: number }

interface Tree {
  categories: Category[]
  /** Ids of each category and all its descendants. */
  subtrees: Map<number, number[]>
}

const cachedTree = revisionCache<Tree>(1)

const treeOf = (reader: Reader): Promise<Tree> =>
  cachedTree(reader, 'tree', async () => buildTree(await findCategories(reader)))

/** Product counts include sub-categories. A cycle counts each category once. */
function buildTree(rows: Row[]): Tree {
  const children = Map.groupBy(rows, (row) => row.parent_id)
  const counts = new Map(rows.map((row) => [row.id, row.own_count]))
  const subtrees = new Map(
    rows.map(({ id }) => {
      const found = new Set([id])
      for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child.id)
      return [id, [...found]]
    }),
  )
  const categories = rows.map(({ id, name, image_url, parent_id }) => ({
    id,
    name,
    image_url,
    parent_id,
    product_count: (subtrees.get(id) ?? []).reduce(
      (sum, descendant) => sum + (counts.get(descendant) ?? 0),
      0,
    ),
  }))
  return { categories, subtrees }
}

/** Every category with the number of published products in it and below it. */
export const listCategories = async (reader: Reader): Promise<Category[]> => (await treeOf(reader)).categories

/** Ids of a category and all its descendants; empty when the category does not exist. */
export const subtree = async (reader: Reader, id: number): Promise<number[]> =>
  (await treeOf(reader)).subtrees.get(id) ?? []
