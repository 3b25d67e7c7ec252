/** Reads and removes the mark of a moved shop, which keeps every program from opening its database. */
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { findMoved, knownMigrations, type Moved } from './migrate.ts'

/** A SQLite file that exists, or the URL of a PostgreSQL database. */
export type Place = { file: string } | { url: string }

const APPLIED = 'select hash from applied_migrations'
const CLEAR = "delete from applied_migrations where hash like 'moved %'"

/** @returns null when the shop was not moved, or there is none */
export const readMoved = async (place: Place): Promise<Moved | null> => findMoved(await appliedIn(place))

/** Whether a shop was last opened by an older version of the program, so that opening it would migrate it. */
export async function isOlder(place: Place): Promise<boolean> {
  const applied = await appliedIn(place)
  const known = knownMigrations('file' in place ? 'sqlite' : 'postgres')
  return applied.length > 0 && known.some(({ hash }) => !applied.includes(hash))
}

/** The migrations of a database; none where it is not Haat's. */
async function appliedIn(place: Place): Promise<string[]> {
  if ('file' in place)
    return withFile(place.file, (connection) =>
      connection.prepare("select 1 from sqlite_schema where name = 'applied_migrations'").get()
        ? connection.prepare<[], string>(APPLIED).pluck().all()
        : [],
    )
  return withClient(place.url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('applied_migrations') is not null as found",
    )
    if (!rows[0]?.found) return []
    return (await client.query<{ hash: string }>(APPLIED)).rows.map(({ hash }) => hash)
  })
}

export async function clearMoved(place: Place): Promise<void> {
  if ('file' in place) withFile(place.file, (connection) => connection.prepare(CLEAR).run())
  else await withClient(place.url, (client) => client.query(CLEAR))
}

function withFile<T>(file: string, work: (connection: Sqlite.Database) => T): T {
  const connection = new Sqlite(file, { fileMustExist: true })
  try {
    connection.pragma('synchronous = full')
    return work(connection)
  } finally {
    connection.close()
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
