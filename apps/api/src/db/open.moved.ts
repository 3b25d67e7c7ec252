/** Reads databases of moved shops, which every program else refuses to open, and opens them again. */
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { findMoved, knownMigrations, type Moved } from './migrate.ts'

/** A SQLite file that exists, or the URL of a PostgreSQL database. */
export type Place = { file: string } | { url: string }

const APPLIED = 'select hash from applied_migrations'
const CLEAR = "delete from applied_migrations where hash like 'moved %'"
const ACCOUNTS = `
  select id, email, phone_number, password_hash, case when blocked_at is null then 0 else 1 end as blocked
  from users order by id`
const END_SESSIONS = ['delete from sessions', 'delete from otps']

/** How a customer may log in. */
export interface Account {
  id: number
  email: string
  phone_number: string
  password_hash: string
  /** 1 for a blocked customer. */
  blocked: number
}

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

/** All customers, by id. */
export const readAccounts = async (place: Place): Promise<Account[]> =>
  'file' in place
    ? withFile(place.file, (connection) => connection.prepare<[], Account>(ACCOUNTS).all())
    : withClient(place.url, async (client) => (await client.query<Account>(ACCOUNTS)).rows)

/** Removes the mark of a moved shop. Sessions and one-time codes end: those ended in the other database are among them. */
export async function reopen(place: Place): Promise<void> {
  if ('file' in place)
    withFile(place.file, (connection) => {
      for (const statement of END_SESSIONS) connection.prepare(statement).run()
    })
  else
    await withClient(place.url, async (client) => {
      for (const statement of END_SESSIONS) await client.query(statement)
    })
  await clearMoved(place)
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
