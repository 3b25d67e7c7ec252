/** A start on PostgreSQL changes Haat's own tables, and no others. */
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { atNight } from '../../../../scripts/depth.ts'
import { newPostgres, query } from '../../test/empty-postgres.ts'
import { openPostgres } from './open.postgres.ts'

const open = async (url: string): Promise<void> => (await openPostgres(url)).close()

const COLLATIONS = `select format('%s.%s', table_name, column_name) as name from information_schema.columns
  where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C' order by 1`

const sortedOtherwise = async (url: string): Promise<string[]> =>
  (await query(url, COLLATIONS)).rows.map(({ name }) => name)

it('leaves the views and tables alone that others add to a shop, and starts', async () => {
  const url = await newPostgres()
  await open(url)
  expect(await sortedOtherwise(url)).toEqual([])
  await query(
    url,
    `create view sales as select to_char(created_at, 'YYYY-MM') as month, count(*) from orders group by 1;
     create table jottings (title text); create table jottings_2026 (title text collate "POSIX") ;
     create schema reports; create table reports.orders (status text)`,
  )
  await open(url)
  expect(await sortedOtherwise(url)).toEqual(['jottings.title', 'jottings_2026.title', 'sales.month'])
})

it('refuses the database of another program, and changes nothing', async () => {
  const url = await newPostgres()
  await query(url, 'create table notes (id integer, title text)')
  const refused = `${new URL(url).pathname.slice(1)} is not a Haat database. Nothing was changed.`
  await expect(open(url)).rejects.toThrow(refused)
  const { rows } = await query(
    url,
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  )
  expect(rows).toEqual([{ relname: 'notes' }])
  await query(url, 'create table applied_migrations (id integer)')
  await expect(open(url)).rejects.toThrow(refused)
})

atNight(() => {
  it('takes a database with nothing but extensions, views and other schemas for an empty one', async () => {
    const url = await newPostgres()
    await query(
      url,
      `create schema reports; create table reports.notes (title text);
       create view titles as select title from reports.notes;
       create table owned (title text); alter extension plpgsql add table owned`,
    )
    await open(url)
    await open(url)
  })

  it('opens a database whose user may not create tables, and says what a new one needs', async () => {
    const [url, empty] = [await newPostgres(), await newPostgres()]
    await open(url)
    const role = `haat_clerk_${process.pid}`
    await query(
      url,
      `create role ${role} login; grant select, insert, update, delete on all tables in schema public to ${role};
       grant usage on all sequences in schema public to ${role}`,
    )
    onTestFinished(async () => void (await query(url, `drop owned by ${role}; drop role ${role}`)))
    const asClerk = (address: string) =>
      Object.assign(new URL(address), { username: role, password: '' }).href
    await open(asClerk(url))
    await expect(open(asClerk(empty))).rejects.toThrow(
      'PostgreSQL cannot be used: permission denied for schema public. Let the user own the database: alter database NAME owner to USER.',
    )
  })

  it('says that it waits for the migration of another server', async () => {
    const url = await newPostgres()
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('select pg_advisory_lock(4228001)')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warn.mockRestore())
    const opened = open(url)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Waiting/)), 60_000)
    await other.query('select pg_advisory_unlock_all()')
    await opened
  })

  it('has its tables in the first schema of the search path', async () => {
    const url = await newPostgres()
    const name = new URL(url).pathname.slice(1)
    await query(url, `create schema shop; alter database ${name} set search_path = shop`)
    await open(url)
    await open(url)
    const { rows } = await query(
      url,
      "select schemaname as schema from pg_tables where tablename = 'orders' or schemaname = 'public'",
    )
    expect(rows).toEqual([{ schema: 'shop' }])
  })
})
