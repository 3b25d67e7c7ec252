/** Finds categories by their paths, and creates those that are missing. */
import type { Tx } from '../../db/database.ts'
import { findCategoryPaths } from '../../features/search/search-index.store.ts'
import { insertCategory, LAST_POSITION } from '../../acts/catalogue/categories.store.ts'
import { shortHash, slugify } from '../../acts/catalogue/slugs.ts'
import { findAllCategories } from '../../acts/catalogue/catalogue-rows.store.ts'

/** The category of products that name none. */
const UNCATEGORISED = ['Uncategorised']

const pathKey = (path: string[]): string => path.map((name) => name.toLowerCase()).join('\n')

export type CategoryPaths = Awaited<ReturnType<typeof loadCategoryPaths>>

/** Category ids by path, within one transaction. */
export async function loadCategoryPaths(tx: Tx) {
  const rows = await findAllCategories(tx)
  const paths = await findCategoryPaths(tx)
  const ids = new Map(rows.map(({ id }) => [pathKey(paths.get(id) ?? []), id]))
  const slugs = new Set(rows.map(({ slug }) => slug))
  /** Parents first. */
  const created: { id: number; path: string[] }[] = []
  /** Id of the category at the end of the path. Creates the categories of the path that are missing. */
  const idOf = async (path: string[] = UNCATEGORISED): Promise<number> => {
    const key = pathKey(path)
    const existing = ids.get(key)
    if (existing !== undefined) return existing
    const parent_id = path.length > 1 ? await idOf(path.slice(0, -1)) : null
    const plainSlug = slugify(path.join(' '))
    const slug = slugs.has(plainSlug) ? `${plainSlug}-${shortHash(key)}` : plainSlug
    const last = key === pathKey(UNCATEGORISED) && { position: LAST_POSITION }
    const id = await insertCategory(tx, { name: path.at(-1) ?? '', slug, parent_id, ...last })
    ids.set(key, id)
    slugs.add(slug)
    created.push({ id, path })
    return id
  }
  return { created, idOf }
}
