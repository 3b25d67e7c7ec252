/**
 * Products as the JSON of replies. To read and encode a product costs far more than to ask whether it has changed, so its
 * text is cached until the catalogue's content, or the stock or price of one of its variants changes.
 */
import { ListedProduct } from '@haat/contract/catalog'
import { LRUCache } from 'lru-cache'
import type { Revisions } from '../../db/catalogue-revision.ts'
import type { Database } from '../../db/database.ts'
import { jsonEncoder } from '../../http/encode-reply.ts'
import type { ReplyBasis } from '../../http/serve.ts'
import { findStates, listedProducts, stateOf } from './product-list.store.ts'

interface Shown {
  /** The JSON of each product, in order. */
  texts: string[]
  states: ReplyBasis['states']
}

interface Encoded {
  content: number
  /** The version of the database at which it was right last. */
  version: string
  state: string
  json: string
}

/** Of the texts that are kept. */
const MAX_BYTES = 9 * 1024 * 1024
/** Somebody may have written into the database by hand. */
const MAX_AGE_MS = 60_000
/** How often the age is looked at: a clock costs more than the rest of a look-up. */
const AGE_STEP_MS = 1000
/** Products whose state is known. */
const STATES_MAX = 50_000

interface KnownState {
  version: string
  state: string | undefined
}

const knownStates = new WeakMap<Database, LRUCache<number, KnownState>>()

/**
 * The state of each product, as stateOf() has it. Reads each once for each version of the database.
 *
 * @param version the current one
 */
export async function statesOf(
  db: Database,
  version: string,
  ids: Iterable<number>,
): Promise<Map<number, string | undefined>> {
  const known = knownStates.get(db) ?? new LRUCache<number, KnownState>({ max: STATES_MAX })
  knownStates.set(db, known)
  const states = new Map<number, string | undefined>()
  const others: number[] = []
  for (const id of ids) {
    const found = known.get(id)
    if (found?.version === version) states.set(id, found.state)
    else others.push(id)
  }
  if (others.length === 0) return states
  const read = await findStates(db, others)
  for (const id of others) {
    const state = read.get(id)
    known.set(id, { version, state })
    states.set(id, state)
  }
  return states
}

const caches = new WeakMap<Database, LRUCache<number, Encoded>>()
const encode = jsonEncoder(ListedProduct)

/** The JSON of the published products among `ids`, in their order. The revisions are from before the call. */
export async function listedJson(
  db: Database,
  { content, version }: Revisions,
  ids: number[],
): Promise<Shown> {
  const cache = caches.get(db) ?? newCache()
  caches.set(db, cache)
  const products = new Map<number, Encoded>()
  const unsure: [id: number, product: Encoded][] = []
  for (const id of ids) {
    const cached = cache.get(id)
    if (cached?.content !== content) continue
    if (cached.version === version) products.set(id, cached)
    else unsure.push([id, cached])
  }
  const states =
    unsure.length > 0
      ? await statesOf(
          db,
          version,
          unsure.map(([id]) => id),
        )
      : null
  for (const [id, product] of unsure) {
    if (states?.get(id) !== product.state) continue
    product.version = version
    products.set(id, product)
  }
  const others = ids.filter((id) => !products.has(id))
  for (const product of others.length > 0 ? await listedProducts(db, others) : []) {
    const read = { content, version, state: stateOf(product.variants), json: encode(product) }
    cache.set(product.id, read)
    products.set(product.id, read)
  }
  return {
    texts: ids.flatMap((id) => products.get(id)?.json ?? []),
    states: new Map([...products].map(([id, product]) => [id, product.state])),
  }
}

const newCache = () =>
  new LRUCache<number, Encoded>({
    maxSize: MAX_BYTES,
    ttl: MAX_AGE_MS,
    ttlResolution: AGE_STEP_MS,
    // One byte per character: most text of a shop is Latin.
    sizeCalculation: ({ json, state }) => json.length + state.length + 100,
  })
