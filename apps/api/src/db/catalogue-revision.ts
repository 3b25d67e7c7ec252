/** The catalogue's revision: a counter that grows with every change to listings, which invalidates caches. */
import { eq, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from './database.ts'

const NAME = 'catalogue'

const revision = prepared((reader) => {
  const { counters } = reader.tables
  return reader
    .select({ value: counters.value })
    .from(counters)
    .where(eq(counters.name, NAME))
    .prepare('catalogue_revision')
})

export async function catalogueRevision(reader: Reader): Promise<number> {
  const [row] = await revision(reader).execute()
  return row?.value ?? 0
}

/** Call it after writing products, categories, brands or banners; refreshListings() and indexProducts() do. */
export async function touchCatalogue(tx: Tx): Promise<void> {
  const { counters } = tx.tables
  await tx
    .insert(counters)
    .values({ name: NAME, value: 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
}
