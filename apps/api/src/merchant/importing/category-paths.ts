/** Finds categories by their paths, and creates those that are missing. */
import type { Tx } from '../../db/database.ts'
import { findCategoryPaths } from '../../features/search/search-index.store.ts'
import { insertCategory, LAST_POSITION } from '../../acts/catalogue/categories.store.ts'
import { shortHash, slugify } from '../../acts/catalogue/slugs.ts'
import { findAllCategories } from './importing.store.ts'

/** The category of products that name none. */
const UNCATEGORISED = ['Uncategorised']

const pathKey = (path: string[]): string => path.map((name) => name.toLowerCase()).join('\n')

/** Category ids by path, within one transaction. */
export class CategoryPaths {
  /** The categories that were created, parents first. */
  readonly created: { id: number; path: string[] }[] = []
  readonly #tx: Tx
  readonly #ids: Map<string, number>
  readonly #slugs: Set<string>

  private constructor(tx: Tx, ids: Map<string, number>, slugs: Set<string>) {
    this.#tx = tx
    this.#ids = ids
    this.#slugs = slugs
  }

  static async load(tx: Tx): Promise<CategoryPaths> {
    const rows = await findAllCategories(tx)
    const paths = await findCategoryPaths(tx)
    const ids = rows.map(({ id }) => [pathKey(paths.get(id) ?? []), id] as const)
    return new CategoryPaths(tx, new Map(ids), new Set(rows.map(({ slug }) => slug)))
  }

  /** Id of the category at the end of the path. Creates the categories of the path that are missing. */
  async idOf(path: string[] = UNCATEGORISED): Promise<number> {
    const key = pathKey(path)
    const existing = this.#ids.get(key)
    if (existing !== undefined) return existing
    const parent_id = path.length > 1 ? await this.idOf(path.slice(0, -1)) : null
    const plainSlug = slugify(path.join(' '))
    const slug = this.#slugs.has(plainSlug) ? `${plainSlug}-${shortHash(key)}` : plainSlug
    const last = key === pathKey(UNCATEGORISED) && { position: LAST_POSITION }
    const id = await insertCategory(this.#tx, { name: path.at(-1) ?? '', slug, parent_id, ...last })
    this.#ids.set(key, id)
    this.#slugs.add(slug)
    this.created.push({ id, path })
    return id
  }
}
