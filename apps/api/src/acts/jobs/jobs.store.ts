import { desc, eq } from 'drizzle-orm'
import { changeRows, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type JobRow = Tables['jobs']['$inferSelect']

export async function insertJob(tx: Tx, job: Tables['jobs']['$inferInsert']): Promise<JobRow> {
  const [row] = await tx.insert(tx.tables.jobs).values(job).returning()
  return row!
}

export const updateJob = (tx: Tx, id: number, set: Partial<JobRow>): Promise<number> =>
  changeRows(tx, tx.tables.jobs, set, eq(tx.tables.jobs.id, id))

export async function findJob(reader: Reader, id: number): Promise<JobRow | undefined> {
  const { jobs } = reader.tables
  const [row] = await reader.select().from(jobs).where(eq(jobs.id, id))
  return row
}

export async function deleteJobs(tx: Tx, kind: JobRow['kind']): Promise<void> {
  await tx.delete(tx.tables.jobs).where(eq(tx.tables.jobs.kind, kind))
}

export async function findLastJob(reader: Reader, kind: JobRow['kind']): Promise<JobRow | undefined> {
  const { jobs } = reader.tables
  return (await reader.select().from(jobs).where(eq(jobs.kind, kind)).orderBy(desc(jobs.id)).limit(1))[0]
}

/** Newest first. */
export function findJobs(reader: Reader, limit: number): Promise<JobRow[]> {
  const { jobs } = reader.tables
  return reader.select().from(jobs).orderBy(desc(jobs.id)).limit(limit)
}
