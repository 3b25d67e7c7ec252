/**
 * One number for all that public pages show: triggers raise it with every transaction that writes products, variants, media,
 * deals, categories, banners, pages, reviews, questions, settings or the search index. What was computed from the database is right as long as the
 * number stays the same.
 */
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { coalesced, prepared, type Reader } from './database.ts'

const shared = prepared((reader) => {
  const version = sql<number>`sum(n)`.mapWith(Number).as('version')
  // The table belongs to the triggers: `extra.<engine>.sql` defines it.
  const query = reader
    .select({ version })
    .from(sql`catalogue_version`)
    .prepare('catalogue_version')
  return coalesced(async () => (await query.execute())[0]?.version ?? 0)
})

/** The version to keep a value under that is computed afterwards. */
export const catalogueVersion = (reader: Reader): Promise<number> => shared(reader)()

/**
 * Keeps computed values per database until the catalogue changes.
 *
 * @param max values per database; the least recently used goes first
 */
export function versionCache<Value extends NonNullable<unknown>>(max: number) {
  const caches = new WeakMap<Reader, LRUCache<string, { version: number; value: Promise<Value> }>>()
  return async (reader: Reader, key: string, compute: () => Promise<Value>): Promise<Value> => {
    const cache = caches.get(reader) ?? new LRUCache({ max })
    caches.set(reader, cache)
    const version = await catalogueVersion(reader)
    const cached = cache.get(key)
    if (cached?.version === version) return cached.value
    // All who ask while it is computed wait for it.
    const computed = { version, value: compute() }
    cache.set(key, computed)
    computed.value.catch(() => cache.delete(key))
    return computed.value
  }
}
