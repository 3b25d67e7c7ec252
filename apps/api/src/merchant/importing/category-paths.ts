/** Categories by their path of names, made on the way where they are missing. */
import type { Tx } from '../../db/database.ts'
import { findAllCategories, insertCategory } from './importing.store.ts'
import { shortHash, slugify } from './slug.ts'

const pathKey = (path: string[]): string => path.map((name) => name.toLowerCase()).join('\n')

interface Shelf {
  ids: Map<string, number>
  slugs: Set<string>
  count: number
}

/** The categories as one import knows them. What a batch made is forgotten if the batch is rolled back. */
export class CategoryPaths {
  #shelf: Shelf | null = null

  /** Id of the category at the end of the path. */
  async idOf(tx: Tx, path: string[]): Promise<number> {
    const shelf = (this.#shelf ??= await load(tx))
    const known = shelf.ids.get(pathKey(path))
    if (known !== undefined) return known
    let parent: number | null = null
    for (const depth of path.keys()) parent = await this.#step(tx, shelf, path.slice(0, depth + 1), parent)
    return parent ?? 0
  }

  forget(): void {
    this.#shelf = null
  }

  async #step(tx: Tx, shelf: Shelf, path: string[], parent_id: number | null): Promise<number> {
    const key = pathKey(path)
    const known = shelf.ids.get(key)
    if (known !== undefined) return known
    const name = path.at(-1) ?? ''
    const plain = slugify(path.length === 1 ? name : path.join(' '))
    const slug = shelf.slugs.has(plain) ? `${plain}-${shortHash(key)}` : plain
    const id = await insertCategory(tx, { name, slug, parent_id, position: shelf.count })
    shelf.ids.set(key, id)
    shelf.slugs.add(slug)
    shelf.count += 1
    return id
  }
}

async function load(tx: Tx): Promise<Shelf> {
  const rows = await findAllCategories(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (id: number | null, seen: number[] = []): string[] => {
    const row = id === null || seen.includes(id) ? undefined : byId.get(id)
    return row ? [...pathOf(row.parent_id, [...seen, row.id]), row.name] : []
  }
  return {
    ids: new Map(rows.map((row) => [pathKey(pathOf(row.id)), row.id])),
    slugs: new Set(rows.map((row) => row.slug)),
    count: rows.length,
  }
}
