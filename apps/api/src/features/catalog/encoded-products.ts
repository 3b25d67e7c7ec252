/**
 * Products as the JSON of replies. To read and encode a product costs far more than to ask whether it has changed, so its
 * text is cached until the catalogue's revision or the stock of one of its variants changes.
 */
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Reader } from '../../db/database.ts'
import { stockOfProducts } from './product-list.store.ts'

interface Product {
  id: number
  variants: readonly { id: number; stock: number }[]
}

interface Encoded {
  revision: number
  stock: string
  json: string
}

const MAX_BYTES = 16 * 1024 * 1024
/** Somebody may have written into the database by hand. */
const MAX_AGE_MS = 60_000

/**
 * @param load the published products among some ids
 * @returns their JSON in the order of the ids; the revision is one from before the call, and the stock, if it is known
 * already, from after the revision
 */
export function encodedProducts<Loaded extends Product>(
  schema: z.ZodMiniType<Loaded>,
  load: (reader: Reader, ids: number[]) => Promise<Loaded[]>,
) {
  const caches = new WeakMap<Reader, LRUCache<number, Encoded>>()
  return async (
    reader: Reader,
    revision: number,
    ids: number[],
    knownStock?: ReadonlyMap<number, string>,
  ): Promise<string[]> => {
    if (ids.length === 0) return []
    const cache = caches.get(reader) ?? newCache()
    caches.set(reader, cache)
    const stock = knownStock ?? (await stockOfProducts(reader, ids))
    const texts = new Map<number, string>()
    for (const id of ids) {
      const cached = cache.get(id)
      if (cached?.revision === revision && cached.stock === stock.get(id)) texts.set(id, cached.json)
    }
    const others = ids.filter((id) => !texts.has(id))
    for (const product of others.length > 0 ? await load(reader, others) : []) {
      const json = JSON.stringify(z.encode(schema, product))
      cache.set(product.id, { revision, stock: stockText(product.variants), json })
      texts.set(product.id, json)
    }
    return ids.flatMap((id) => texts.get(id) ?? [])
  }
}

const newCache = () =>
  new LRUCache<number, Encoded>({
    maxSize: MAX_BYTES,
    ttl: MAX_AGE_MS,
    // One byte per character: most text of a shop is Latin.
    sizeCalculation: ({ json, stock }) => json.length + stock.length + 100,
  })

const stockText = (variants: Product['variants']): string =>
  variants
    .toSorted((a, b) => a.id - b.id)
    .map(({ stock }) => stock)
    .join()
