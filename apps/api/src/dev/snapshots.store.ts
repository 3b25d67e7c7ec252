/** What outlives the restoring of a snapshot. */
import { inArray, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'

const CATALOGUE = 'catalogue'

type SessionRow = Tables['sessions']['$inferSelect']

export interface Outliving {
  sessions: SessionRow[]
  /** Of the catalogue: a number that was used must not come again, for caches go by it. */
  revision: number
}

export async function readOutliving(reader: Reader): Promise<Outliving> {
  const { sessions, counters } = reader.tables
  const rows = await reader
    .select()
    .from(counters)
    .where(inArray(counters.name, [CATALOGUE]))
  return { sessions: await reader.select().from(sessions), revision: rows[0]?.value ?? 0 }
}

/** Logs those in again who were before, and makes whoever remembers the catalogue read it anew. */
export async function writeOutliving(tx: Tx, { sessions, revision }: Outliving): Promise<void> {
  const { users, counters } = tx.tables
  const known = new Set((await tx.select({ id: users.id }).from(users)).map(({ id }) => id))
  for (const session of sessions.filter(({ user_id }) => known.has(user_id)))
    await tx.insert(tx.tables.sessions).values(session).onConflictDoNothing()
  await tx
    .insert(counters)
    .values({ name: CATALOGUE, value: revision + 1 })
    .onConflictDoUpdate({
      target: counters.name,
      set: {
        value: sql`case when ${counters.value} > ${revision} then ${counters.value} + 1 else ${revision + 1} end`,
      },
    })
}
