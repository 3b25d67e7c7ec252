/**
 * The catalogue's revision: a number that grows with every change to listings, which invalidates caches. On PostgreSQL
 * it is the sum of several rows, so that transactions that change listings do not wait for each other.
 */
import { randomUUID } from 'node:crypto'
import { eq, like, or, sql } from 'drizzle-orm'
import { coalesced, prepared, type Reader, type Tx } from './database.ts'

const NAME = 'catalogue'
const MORE = `${NAME}:`

const revision = prepared((reader) => {
  const { counters } = reader.tables
  return reader
    .select({ value: sql`coalesce(sum(${counters.value}), 0)`.mapWith(Number) })
    .from(counters)
    .where(or(eq(counters.name, NAME), like(counters.name, `${MORE}%`)))
    .prepare('catalogue_revision')
})

const sharedRevision = prepared((reader) =>
  coalesced(async () => {
    const [row] = await revision(reader).execute()
    return row?.value ?? 0
  }),
)

export const catalogueRevision = (reader: Reader): Promise<number> => sharedRevision(reader)()

/** Call it after writing products, categories, brands or banners; refreshListings() and indexProducts() do. */
export async function touchCatalogue(tx: Tx): Promise<void> {
  const { counters } = tx.tables
  let name = NAME
  if (tx.engine === 'postgres') {
    if ((await countFreeRow(tx).execute()).length > 0) return
    const first = await tx.select({ name: counters.name }).from(counters).where(eq(counters.name, NAME))
    if (first.length > 0) name = MORE + randomUUID()
  }
  await tx
    .insert(counters)
    .values({ name, value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
}

/** Adds one to a row of the revision that no other transaction has locked, if there is one. */
const countFreeRow = prepared((tx: Tx) => {
  const { counters } = tx.tables
  const free = sql`(select name from ${counters} where name = ${NAME} or name like ${`${MORE}%`} limit 1 for update skip locked)`
  return tx
    .update(counters)
    .set({ value: sql`${counters.value} + 1` })
    .where(eq(counters.name, free))
    .returning({ name: counters.name })
    .prepare('count_catalogue_change')
})

/** Raises the revision above one that the database had before its content was replaced. */
export async function raiseRevision(tx: Tx, above: number): Promise<void> {
  const { counters } = tx.tables
  const by = Math.max(1, above + 1 - (await catalogueRevision(tx)))
  await tx
    .insert(counters)
    .values({ name: NAME, value: by })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + ${by}` } })
}
