/** The category tree and its brands, cached until the catalogue's content changes. */
import type { Category } from '@haat/contract/catalog'
import { catalogueRevisions, type Revisions } from '../../db/catalogue-revision.ts'
import type { Database } from '../../db/database.ts'
import { findBrands, findCategories } from './catalog.store.ts'
import { revisionCache } from './catalogue-cache.ts'
import { subtreesOf } from './category-tree.store.ts'

type CategoryRow = Omit<Category, 'product_count'> & { position: number; own_count: number }

interface Tree {
  /** Each with the number of published products in it and below it. */
  categories: Category[]
  /** Ids of each category and all its descendants. */
  subtrees: Map<number, number[]>
}

const cachedTree = revisionCache<Tree>(1)

export const treeOf = (db: Database, { content }: Revisions): Promise<Tree> =>
  cachedTree(db, content, 'tree', async () => buildTree(await findCategories(db)))

/** All categories, each with the number of published products in it and below it. */
export const allCategories = async (db: Database): Promise<Category[]> =>
  (await treeOf(db, await catalogueRevisions(db))).categories

function buildTree(rows: CategoryRow[]): Tree {
  const counts = new Map(rows.map((row) => [row.id, row.own_count]))
  const subtrees = subtreesOf(rows)
  const pictures = new Map(rows.map((row) => [row.id, row.image_url]))
  const categories = rows.map(({ id, name, parent_id }) => ({
    id,
    name,
    image_url:
      subtrees
        .get(id)
        ?.map((below) => pictures.get(below))
        .find(Boolean) ?? null,
    parent_id,
    product_count: (subtrees.get(id) ?? []).reduce(
      (sum, descendant) => sum + (counts.get(descendant) ?? 0),
      0,
    ),
  }))
  return { categories, subtrees }
}

/** Ids of a category and all its descendants; empty when the category does not exist. */
export const subtree = async (db: Database, revisions: Revisions, id: number): Promise<number[]> =>
  (await treeOf(db, revisions)).subtrees.get(id) ?? []

const cachedBrands = revisionCache<string[]>(200)

/** The brands of the published products in a category and below it, or of all, in order. */
export const brandsOf = (
  db: Database,
  revisions: Revisions,
  category: number | undefined,
): Promise<string[]> =>
  cachedBrands(db, revisions.content, String(category), async () => {
    const found = await findBrands(
      db,
      category === undefined ? undefined : await subtree(db, revisions, category),
    )
    return found.toSorted((a, b) => a.localeCompare(b, 'en'))
  })
