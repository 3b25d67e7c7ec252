import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { type Reader, type Tx, changeRows } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Job = Tables['outbox']['$inferSelect']

/** A key that was used before changes nothing. */
export async function insertJob(
  tx: Tx,
  job: Pick<Job, 'kind' | 'payload' | 'dedupe_key' | 'next_at'>,
): Promise<void> {
  await tx.insertMany('outbox', [job], ['dedupe_key'])
}

/** Jobs that are due, the longest due first. */
export function findDueJobs(reader: Reader, now: Date, limit: number): Promise<Job[]> {
  const { outbox } = reader.tables
  return reader
    .select()
    .from(outbox)
    .where(and(isNull(outbox.done_at), lte(outbox.next_at, now)))
    .orderBy(asc(outbox.next_at), asc(outbox.id))
    .limit(limit)
}

/** Takes a job until `until`; after that it is due again. @returns false when another worker was faster */
export async function claimJob(tx: Tx, { id, attempts }: Job, until: Date): Promise<boolean> {
  const { outbox } = tx.tables
  const isFree = and(eq(outbox.id, id), eq(outbox.attempts, attempts), isNull(outbox.done_at))
  return (await changeRows(tx, outbox, { attempts: attempts + 1, next_at: until }, isFree)) === 1
}

/** Notes that the mail was sent, or was not. With `done_at` it is not tried again. */
export const updateJob = (
  tx: Tx,
  id: number,
  change: Partial<Pick<Job, 'done_at' | 'next_at' | 'last_error'>>,
): Promise<number> => changeRows(tx, tx.tables.outbox, change, eq(tx.tables.outbox.id, id))

export async function deleteJobsDoneUntil(tx: Tx, until: Date): Promise<void> {
  const { outbox } = tx.tables
  await tx.delete(outbox).where(lte(outbox.done_at, until))
}
