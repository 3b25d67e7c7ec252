/**
 * The catalogue's revisions: numbers that grow with every change to listings, which invalidates caches. On PostgreSQL
 * each is the sum of several rows, so that transactions that change listings do not wait for each other.
 */
import { randomUUID } from 'node:crypto'
import { eq, like, or, type SQL, sql } from 'drizzle-orm'
import { coalesced, type Database, prepared, type Reader, type Tx } from './database.ts'

const CONTENT = 'catalogue'
const PRICES = 'prices'
type Counter = typeof CONTENT | typeof PRICES

export interface Revisions {
  /** The version of the database at which they were read, as `db.version()` has it. */
  version: string
  /** Grows with every change but those that touchPrices() is for. */
  content: number
  /** Grows with every change. */
  listings: number
}

function rowsOf({ tables: { counters } }: Reader, counter: Counter): SQL {
  return sql`(${eq(counters.name, counter)} or ${like(counters.name, `${counter}:%`)})`
}

const findRevisions = prepared((reader) => {
  const { counters } = reader.tables
  const [ofContent, ofPrices] = [rowsOf(reader, CONTENT), rowsOf(reader, PRICES)]
  const content = sql`coalesce(sum(case when ${ofContent} then ${counters.value} end), 0)`.mapWith(Number)
  const listings = sql`coalesce(sum(${counters.value}), 0)`.mapWith(Number)
  return reader
    .select({ content, listings })
    .from(counters)
    .where(or(ofContent, ofPrices))
    .prepare('catalogue_revisions')
})

const sharedRevisions = prepared((reader) =>
  coalesced(async () => {
    const [row] = await findRevisions(reader).execute()
    return row ?? { content: 0, listings: 0 }
  }),
)

/** The revision that grows with every change. */
export const catalogueRevision = async (reader: Reader): Promise<number> =>
  (await sharedRevisions(reader)()).listings

/** The one that grows with every change but those of prices and stock. */
export const contentRevision = async (reader: Reader): Promise<number> =>
  (await sharedRevisions(reader)()).content

const cached = new WeakMap<Reader, Revisions>()

/** The current revisions. Reads them once for each version of the database. */
export async function catalogueRevisions(db: Database): Promise<Revisions> {
  const version = await db.version()
  const known = cached.get(db)
  if (known?.version === version) return known
  const revisions = { version, ...(await sharedRevisions(db)()) }
  cached.set(db, revisions)
  return revisions
}

/** Call it after writing products, categories, brands or banners; refreshListings() and indexProducts() do. */
export const touchCatalogue = (tx: Tx): Promise<void> => count(tx, CONTENT)

/**
 * Call it instead after changing nothing of listings but prices, MRPs, discounts and whether products are in stock;
 * refreshPrices() and refreshStock() do. Replies that show other products, in an order without prices, stay valid.
 */
export const touchPrices = (tx: Tx): Promise<void> => count(tx, PRICES)

async function count(tx: Tx, counter: Counter): Promise<void> {
  const { counters } = tx.tables
  let name: string = counter
  if (tx.engine === 'postgres') {
    if ((await countFreeRow[counter](tx).execute()).length > 0) return
    const first = await tx.select({ name: counters.name }).from(counters).where(eq(counters.name, counter))
    if (first.length > 0) name = `${counter}:${randomUUID()}`
  }
  await tx
    .insert(counters)
    .values({ name, value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
}

/** Adds one to a row of the counter that no other transaction has locked, if there is one. */
const freeRow = (counter: Counter) =>
  prepared((tx: Tx) => {
    const { counters } = tx.tables
    const free = sql`(select name from ${counters} where ${rowsOf(tx, counter)} limit 1 for update skip locked)`
    return tx
      .update(counters)
      .set({ value: sql`${counters.value} + 1` })
      .where(eq(counters.name, free))
      .returning({ name: counters.name })
      .prepare(`count_${counter}_change`)
  })
const countFreeRow = { [CONTENT]: freeRow(CONTENT), [PRICES]: freeRow(PRICES) }

/** Raises both revisions above one that the database had before its content was replaced. */
export async function raiseRevision(tx: Tx, above: number): Promise<void> {
  const { counters } = tx.tables
  const { content } = await sharedRevisions(tx)()
  const by = Math.max(1, above + 1 - content)
  await tx
    .insert(counters)
    .values({ name: CONTENT, value: by })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + ${by}` } })
}
