/** Empty PostgreSQL databases for tests: a few per worker, emptied and used again, since a new one takes 0.1 s. */
import pg from 'pg'
import { inject } from 'vitest'

export interface EmptyDatabase {
  url: string
  /** Makes it free for the next test, once nothing is connected to it. */
  release: () => void
}

/** Deletes rows only where there are any: `truncate` takes 60 ms on empty tables, this two. */
const EMPTY = `do $$ declare name text; filled boolean; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'applied_migrations' loop
    execute format('select exists (select from %I)', name) into filled;
    if filled then execute format('delete from %I', name); end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
    from pg_sequences where last_value is not null;
end $$`

const free: string[] = []
let made = 0

const addressOf = (name: string): string => {
  const url = new URL(inject('server'))
  url.pathname = `/${name}`
  return url.href
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function emptyPostgres(): Promise<EmptyDatabase> {
  const used = free.pop()
  const name = used ?? (await create())
  const url = addressOf(name)
  if (used !== undefined) await query(url, EMPTY)
  return { url, release: () => void free.push(name) }
}

async function create(): Promise<string> {
  const template = inject('template')
  made += 1
  const name = `${template}_${process.pid}_${made}`
  await query(inject('server'), `create database ${name} template ${template}`)
  return name
}
