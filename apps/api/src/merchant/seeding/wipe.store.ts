/** Empties a shop, and tells whether there is anything in it. */
import { count, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'

/** What makes a shop one that somebody may miss. */
const PRECIOUS = ['products', 'categories', 'users', 'orders'] as const

export async function isEmpty(reader: Reader): Promise<boolean> {
  for (const name of PRECIOUS) {
    const [row] = await reader.select({ rows: count() }).from(reader.tables[name])
    if ((row?.rows ?? 0) > 0) return false
  }
  return true
}

/** Deletes every row and lets ids begin at 1 again. The search index has to be rebuilt. */
export async function wipe(tx: Tx): Promise<void> {
  const tables = Object.values(tx.tables)
  if (tx.engine === 'postgres') {
    await tx.execute(
      sql`truncate ${sql.join(
        tables.map((table) => sql`${table}`),
        sql`, `,
      )} restart identity cascade`,
    )
    return
  }
  // A table stands behind those it refers to.
  for (const table of tables.toReversed()) await tx.delete(table)
  await tx.execute(sql`delete from sqlite_sequence`)
}
