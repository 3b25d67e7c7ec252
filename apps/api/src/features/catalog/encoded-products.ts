/**
 * Products as the JSON of replies. To read and encode a product costs far more than to ask whether it has changed, so its
 * text is cached until the catalogue's revision or the stock of one of its variants changes.
 */
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Reader } from '../../db/database.ts'
import type { ReplyBasis } from '../../http/serve.ts'
import { stockOfProducts } from './product-list.store.ts'

interface Product {
  id: number
  variants: readonly { id: number; stock: number }[]
}

interface Shown {
  /** The JSON of each product, in order. */
  texts: string[]
  basis: ReplyBasis
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
  ): Promise<Shown> => {
    if (ids.length === 0) return { texts: [], basis: { revision, stock: new Map() } }
    const cache = caches.get(reader) ?? newCache()
    caches.set(reader, cache)
    const stock = knownStock ?? (await stockOfProducts(reader, ids))
    const products = new Map<number, Encoded>()
    for (const id of ids) {
      const cached = cache.get(id)
      if (cached?.revision === revision && cached.stock === stock.get(id)) products.set(id, cached)
    }
    const others = ids.filter((id) => !products.has(id))
    for (const product of others.length > 0 ? await load(reader, others) : []) {
      const json = JSON.stringify(z.encode(schema, product))
      const read = { revision, stock: stockText(product.variants), json }
      cache.set(product.id, read)
      products.set(product.id, read)
    }
    return {
      texts: ids.flatMap((id) => products.get(id)?.json ?? []),
      basis: { revision, stock: new Map([...products].map(([id, product]) => [id, product.stock])) },
    }
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
