import { and, desc, eq } from 'drizzle-orm'
import { changeRows, findRow, insertRow, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'

export type JobRow = Tables['jobs']['$inferSelect']

export const insertJob = (tx: Tx, job: Tables['jobs']['$inferInsert']): Promise<JobRow> =>
  insertRow(tx, tx.tables.jobs, job)

/** @returns how many jobs it changed: none where it has ended */
export const updateRunning = (tx: Tx, id: number, set: Partial<JobRow>): Promise<number> =>
  changeRows(tx, tx.tables.jobs, set, and(eq(tx.tables.jobs.id, id), eq(tx.tables.jobs.state, 'running')))

export const findJob = (reader: Reader, id: number): Promise<JobRow | undefined> =>
  findRow(reader, reader.tables.jobs, eq(reader.tables.jobs.id, id))

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
