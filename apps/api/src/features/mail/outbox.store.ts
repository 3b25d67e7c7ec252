import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { placeholder, prepared, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type Job = Tables['outbox']['$inferSelect']

/** Due as soon as the transaction commits. A key that was used before changes nothing. */
export async function insertJob(tx: Tx, job: Pick<Job, 'kind' | 'payload' | 'dedupe_key'>): Promise<void> {
  await tx.insertMany('outbox', [{ ...job, next_at: new Date(0) }], ['dedupe_key'])
}

/** Jobs that are due, the longest due first. */
export const findDueJobs = (reader: Reader, now: Date, limit: number): Promise<Job[]> =>
  dueJobs(reader).execute({ now, limit })

const dueJobs = prepared((reader) => {
  const { outbox } = reader.tables
  return reader
    .select()
    .from(outbox)
    .where(and(isNull(outbox.done_at), lte(outbox.next_at, placeholder('now', outbox.next_at))))
    .orderBy(asc(outbox.next_at), asc(outbox.id))
    .limit(sql.placeholder('limit'))
    .prepare('due_jobs')
})

/** Takes a job until `until`; after that it is due again. @returns false when another worker was faster */
export async function claimJob(tx: Tx, { id, attempts }: Job, until: Date): Promise<boolean> {
  const claimed = await claim(tx).execute({ id, attempts, until })
  return claimed.length === 1
}

const claim = prepared((tx: Tx) => {
  const { outbox } = tx.tables
  return tx
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, next_at: placeholder('until', outbox.next_at) })
    .where(
      and(
        eq(outbox.id, sql.placeholder('id')),
        eq(outbox.attempts, sql.placeholder('attempts')),
        isNull(outbox.done_at),
      ),
    )
    .returning({ id: outbox.id })
    .prepare('claim_job')
})

/** Notes that the mail was sent. */
export async function finishJob(tx: Tx, id: number, now: Date): Promise<void> {
  await finish(tx).execute({ id, now })
}

const finish = prepared((tx: Tx) => {
  const { outbox } = tx.tables
  return tx
    .update(outbox)
    .set({ done_at: placeholder('now', outbox.done_at), last_error: null })
    .where(eq(outbox.id, sql.placeholder('id')))
    .prepare('finish_job')
})

/** Notes that the mail was not sent. Without `next_at` it is not tried again. */
export async function updateJob(
  tx: Tx,
  id: number,
  change: Partial<Pick<Job, 'done_at' | 'next_at' | 'last_error'>>,
): Promise<void> {
  const { outbox } = tx.tables
  await tx.update(outbox).set(change).where(eq(outbox.id, id))
}

export async function deleteJobsDoneUntil(tx: Tx, until: Date): Promise<void> {
  const { outbox } = tx.tables
  await tx.delete(outbox).where(lte(outbox.done_at, until))
}
