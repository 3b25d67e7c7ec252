/** Processor time of PostgreSQL's backends, where the server runs on this machine. Linux only: it reads /proc. */
import { readFileSync } from 'node:fs'
import pg from 'pg'

const TICKS_PER_SECOND = 100

/** Processor time of a process so far, in ms. @throws when there is none */
export function cpuTime(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

export interface DatabaseCpu {
  /** Processor time so far of the backends of the database, in ms; of those that have not ended. */
  now: () => Promise<number>
  close: () => Promise<void>
}

/** @param url the measured database; null for SQLite, which runs within the server */
export async function databaseCpu(url: string | null): Promise<DatabaseCpu> {
  if (url === null) return { now: async () => 0, close: async () => undefined }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    now: async () => {
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rows.reduce((sum, { pid }) => sum + timeOf(pid), 0)
    },
    close: () => client.end(),
  }
}

function timeOf(pid: number): number {
  try {
    return cpuTime(pid)
  } catch {
    return 0
  }
}
