/** The tree of categories, kept until the catalogue changes. */
import type { Category } from '@haat/contract/catalog'
import type { Reader } from '../../db/database.ts'
import { findCategories } from './catalog.store.ts'
import { remembered } from './remembered.ts'
import { catalogueRevision } from '../../db/catalogue-revision.ts'

type Row = Omit<Category, 'product_count'> & { position: number; own_count: number }

interface Tree {
  categories: Category[]
  /** Ids of each category and all beneath it. */
  subtrees: Map<number, number[]>
}

const trees = remembered<Tree>(1)

const treeOf = async (reader: Reader): Promise<Tree> =>
  trees(reader, await catalogueRevision(reader), 'tree', async () => growTree(await findCategories(reader)))

/** Puts the categories together. One that stands beneath itself is counted once. */
export function growTree(rows: Row[]): Tree {
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
    ...{ id, name, image_url, parent_id },
    product_count: (subtrees.get(id) ?? []).reduce((sum, each) => sum + (counts.get(each) ?? 0), 0),
  }))
  return { categories, subtrees }
}

export const listCategories = async (reader: Reader): Promise<Category[]> => (await treeOf(reader)).categories

/** Ids of a category and all beneath it; empty when there is no such category. */
export const subtree = async (reader: Reader, id: number): Promise<number[]> =>
  (await treeOf(reader)).subtrees.get(id) ?? []
