/**
 * Empty PostgreSQL databases for tests. Each worker empties and reuses its own, since creating one takes 0.1 s, and its
 * connections stay open: a new one reads the catalogue of all tables again, which takes as long.
 */
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { openPostgres } from '../src/db/open.postgres.ts'

export interface EmptyDatabase {
  url: string
  /** Lets the next test reuse it. Call it after all connections are closed. */
  release: () => void
}

/** Deletes the rows of tables that have any. This takes 2 ms on an empty database, `truncate` 60. */
const EMPTY = `do $$ declare name text; filled boolean; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'applied_migrations' loop
    execute format('select exists (select from %I)', name) into filled;
    if filled then execute format('delete from %I', name); end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
    from pg_sequences where last_value is not null;
end $$`

interface Used {
  name: string
  client: pg.Client
  /** The database as the shop opens it, once a test has. */
  opened?: Database
}

const free: Used[] = []
let created = 0

const addressOf = (name: string): string => {
  const url = new URL(inject('server'))
  url.pathname = `/${name}`
  return url.href
}

export async function query(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

async function take(): Promise<Used> {
  const used = free.pop()
  // A test may have ended all connections.
  const isEmpty = await used?.client.query(EMPTY).catch(() => undefined)
  return used && isEmpty ? used : create()
}

export async function emptyPostgres(): Promise<EmptyDatabase> {
  const empty = await take()
  return { url: addressOf(empty.name), release: () => void free.push(empty) }
}

/** An empty database that is open. `close` leaves its connections to the next test. */
export async function openEmptyPostgres(): Promise<{
  db: Database
  url: string
  close: () => Promise<void>
}> {
  const empty = await take()
  const url = addressOf(empty.name)
  empty.opened ??= await openPostgres(url)
  // What is kept in memory is kept for this object.
  const db = { ...empty.opened, close: async () => undefined }
  return { db, url, close: async () => void free.push(empty) }
}

async function create(): Promise<Used> {
  const template = inject('template')
  created += 1
  const name = `${template}_${process.pid}_${created}`
  await query(inject('server'), `create database ${name} template ${template}`)
  const client = new pg.Client({ connectionString: addressOf(name) })
  client.on('error', () => undefined)
  await client.connect()
  return { name, client }
}

/** A database without tables. `template.ts` drops it. */
export async function newPostgres(options = ''): Promise<string> {
  created += 1
  const name = `${inject('template')}_new_${process.pid}_${created}`
  await query(inject('server'), `create database ${name} template template0 ${options}`)
  return addressOf(name)
}
