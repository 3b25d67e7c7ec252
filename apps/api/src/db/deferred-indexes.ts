/**
 * Fills an empty shop without the listing indexes of its products, which are built afterwards: a row takes a third of
 * the time then. A shop that was stopped in between builds them when it is opened: a migration that changes one must
 * drop it `if exists`.
 */
import { eq, sql } from 'drizzle-orm'
import { type Database, lockName, type Reader, type Tx } from './database.ts'

const NAME = 'deferred_indexes'
/** Where the definitions are kept. Those of another engine, from before a move, are not this one's. */
const keyOf = ({ engine }: Reader): string => `${NAME}:${engine}`

/**
 * Drops the indexes of the products that are not unique: on PostgreSQL, readers of products wait until the transaction
 * ends. Changes nothing in a shop that has products.
 */
export async function deferIndexes(tx: Tx): Promise<void> {
  const { products } = tx.tables
  const [product] = await tx.select({ id: products.id }).from(products).limit(1)
  if (product !== undefined || (await findDeferred(tx)).length > 0) return
  const indexes = await findIndexes(tx)
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`)
  await storeDeferred(
    tx,
    indexes.map(({ definition }) => definition),
  )
}

/** Builds the indexes that deferIndexes() has dropped, each in a transaction: writers wait for one at a time. */
export async function restoreIndexes(db: Database): Promise<void> {
  while ((await findDeferred(db)).length > 0)
    await db.transaction(async (tx) => {
      await lockName(tx, NAME)
      const [definition, ...others] = await findDeferred(tx)
      if (definition === undefined) return
      await tx.execute(sql.raw(definition.replace(/^create index /i, 'create index if not exists ')))
      await storeDeferred(tx, others)
    })
}

async function findIndexes(tx: Tx): Promise<{ name: string; definition: string }[]> {
  const rows =
    tx.engine === 'sqlite'
      ? await tx
          .select({ name: sql<string>`name`, definition: sql<string>`sql` })
          .from(sql`sqlite_master`)
          .where(sql`type = 'index' and tbl_name = 'products' and sql is not null`)
      : await tx
          .select({ name: sql<string>`indexname`, definition: sql<string>`indexdef` })
          .from(sql`pg_indexes`)
          .where(sql`schemaname = current_schema() and tablename = 'products'`)
  return rows.filter(({ definition }) => /^create index /i.test(definition))
}

async function findDeferred(reader: Reader): Promise<string[]> {
  const { settings } = reader.tables
  const [row] = await reader
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, keyOf(reader)))
  return row === undefined ? [] : (JSON.parse(row.value) as string[])
}

async function storeDeferred(tx: Tx, definitions: string[]): Promise<void> {
  const { settings } = tx.tables
  await tx.delete(settings).where(eq(settings.key, keyOf(tx)))
  if (definitions.length > 0)
    await tx.insert(settings).values({ key: keyOf(tx), value: JSON.stringify(definitions) })
}
