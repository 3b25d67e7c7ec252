/** Finds categories by their paths, and creates those that are missing. */
import type { Tx } from '../../db/database.ts'
import { freeSlug, listCategories, pathText } from '../../acts/catalogue/categories.ts'
import { insertCategory, LAST_POSITION } from '../../acts/catalogue/categories.store.ts'

/** The category of products that name none. */
const UNCATEGORISED = ['Uncategorised']

export type CategoryPaths = Awaited<ReturnType<typeof loadCategoryPaths>>

/** Category ids by path, within one transaction. */
export async function loadCategoryPaths(tx: Tx) {
  const all = await listCategories(tx)
  const ids = new Map(all.map(({ id, path }) => [pathText(path), id]))
  const slugs = new Set(all.map(({ slug }) => slug))
  /** Parents first. */
  const created: { id: number; path: string[] }[] = []
  /** Id of the category at the end of the path. Creates the categories of the path that are missing. */
  const idOf = async (path: string[] = UNCATEGORISED): Promise<number> => {
    const existing = ids.get(pathText(path))
    if (existing !== undefined) return existing
    const parent_id = path.length > 1 ? await idOf(path.slice(0, -1)) : null
    const slug = freeSlug(slugs, path)
    const last = pathText(path) === pathText(UNCATEGORISED) && { position: LAST_POSITION }
    const id = await insertCategory(tx, { name: path.at(-1) ?? '', slug, parent_id, ...last })
    ids.set(pathText(path), id)
    slugs.add(slug)
    created.push({ id, path })
    return id
  }
  return { created, idOf }
}
