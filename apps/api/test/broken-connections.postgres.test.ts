/** PostgreSQL ends connections: restarts, failovers, an administrator, its own timeouts. The shop answers 503 and goes on. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isUnavailable } from '../src/db/errors.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { emptyPostgres, newPostgres, query } from './empty-postgres.ts'
import { proxyTo } from './postgres-proxy.ts'
import { shopForThisTest, type TestShop } from './test-shop.ts'

const SIGN_UP = { name: 'Asha', email: 'asha@shop.in', phone_number: '9876543210', password: 'Canary-4711' }

/** A connection of its own. */
async function administrator(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function shopAndAdministrator(): Promise<{ test: TestShop; admin: pg.Client; others: string }> {
  const test = await shopForThisTest()
  const [row] = await test.shop.db.rows<{ name: string }>(sql`select current_database() as name`)
  const url = new URL(process.env['TEST_POSTGRES_URL'] ?? '')
  url.pathname = `/${row?.name}`
  const others = 'datname = current_database() and pid <> pg_backend_pid()'
  return { test, admin: await administrator(url.href), others }
}

const terminate = (admin: pg.Client, where: string) =>
  admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${where}`)

/** Waits until there is no such connection. */
const untilNone = (admin: pg.Client, where: string) =>
  vi.waitFor(
    async () => {
      // A transaction sees the connections of its first look.
      await admin.query('select pg_stat_clear_snapshot()')
      expect((await admin.query(`select from pg_stat_activity where ${where}`)).rowCount).toBe(0)
    },
    { timeout: 30_000, interval: 20 },
  )

/** Ends connections, and waits until they have ended. */
async function terminateAll(admin: pg.Client, where: string): Promise<void> {
  await terminate(admin, where)
  await untilNone(admin, where)
}

/** Waits until a query of the shop waits for a lock, and ends its connection. */
async function terminateWaiting(admin: pg.Client, others: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    await admin.query('select pg_stat_clear_snapshot()')
    if ((await terminate(admin, `${others} and wait_event_type = 'Lock'`)).rowCount !== 0) return
    await sleep(20)
  }
  throw new Error('no query waited')
}

describe('a connection that PostgreSQL ends', () => {
  it('in the middle of a transaction makes that request 503, and the next one works', async () => {
    const { test, admin, others } = await shopAndAdministrator()
    await admin.query('begin')
    await admin.query('lock table users in share mode')
    const [reply] = await Promise.all([
      test.post('/api/auth/signup', SIGN_UP),
      terminateWaiting(admin, others).then(() => admin.query('rollback')),
    ])
    expect([reply.status, reply.body.code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
    await test.post('/api/auth/signup', SIGN_UP).expect(201)
  })

  it('between two queries of a transaction rolls it back as unavailable', async () => {
    const { test, admin, others } = await shopAndAdministrator()
    const { db } = test.shop
    const work = db.transaction(async (tx) => {
      await tx.insert(tx.tables.settings).values({ key: 'first', value: '' })
      await terminateAll(admin, others)
      await tx.insert(tx.tables.settings).values({ key: 'second', value: '' })
    })
    await expect(work).rejects.toSatisfy(isUnavailable)
    expect(await db.select().from(db.tables.settings)).toEqual([])
  })

  it('while it is idle is replaced before the next request', async () => {
    const { test, admin, others } = await shopAndAdministrator()
    await Promise.all(Array.from({ length: 5 }, () => test.get('/api/products/filter').expect(200)))
    await terminateAll(admin, others)
    await test.get('/readyz').expect(200)
    await test.post('/api/auth/signup', SIGN_UP).expect(201)
  })
})

it('a database to which no connection can be opened makes requests 503, and a later one works', async () => {
  const { test, admin, others } = await shopAndAdministrator()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  const server = await administrator(process.env['TEST_POSTGRES_URL'] ?? '')
  const allow = (isOpen: boolean) =>
    server.query(`alter database ${rows[0]?.name} allow_connections ${isOpen}`)
  onTestFinished(async () => void (await allow(true)))
  await allow(false)
  await terminateAll(admin, others)
  for (const reply of [await test.post('/api/auth/signup', SIGN_UP), await test.get('/api/products/filter')])
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
  await test.get('/readyz').expect(503)
  await allow(true)
  await test.post('/api/auth/signup', SIGN_UP).expect(201)
})

it('a role that may not write makes requests 503, and /readyz', async () => {
  const { test, admin, others } = await shopAndAdministrator()
  const role = `haat_reader_${process.pid}`
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  await admin.query(
    `create role ${role}; grant select on all tables in schema public to ${role};
     alter database ${rows[0]?.name} set role ${role}`,
  )
  onTestFinished(async () => {
    await admin.query(
      'alter database ' + rows[0]?.name + ` reset role; drop owned by ${role}; drop role ${role}`,
    )
  })
  await terminateAll(admin, others)
  const reply = await test.post('/api/auth/signup', SIGN_UP)
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
  await test.get('/readyz').expect(503)
})

/** Makes the shop's sessions those of a new role with these rights. */
async function limitRights({ admin, others }: { admin: pg.Client; others: string }, grants: string) {
  const role = `haat_limited_${process.pid}`
  const [{ name } = { name: '' }] = (await admin.query<{ name: string }>('select current_database() as name'))
    .rows
  const as = (text: string) => admin.query(text.replaceAll('ROLE', role))
  await as(`create role ROLE connection limit 5; ${grants}; alter database ${name} set role ROLE`)
  onTestFinished(async () => {
    await as(`alter database ${name} reset role; drop owned by ROLE; drop role ROLE`)
  })
  await terminate(admin, others)
  await sleep(100)
  return as
}

it('without rights on its tables, a login is 503', async () => {
  const context = await shopAndAdministrator()
  const { test } = context
  await test.post('/api/auth/signup', SIGN_UP).expect(201)
  const as = await limitRights(
    context,
    'grant select, insert, update, delete on all tables in schema public to ROLE',
  )
  await test.get('/readyz').expect(200)
  for (const right of ['all on all tables', 'usage on']) {
    await as(
      `revoke ${right} ${right === 'usage on' ? 'schema public from public' : 'in schema public from ROLE'}`,
    )
    for (const login of [{ email: SIGN_UP.email }, { phone_number: SIGN_UP.phone_number }]) {
      const reply = await test.post('/api/auth/login', { ...login, password: SIGN_UP.password })
      expect([right, reply.status, reply.headers['retry-after']]).toEqual([right, 503, '2'])
    }
  }
})

it('means the same whatever the server, the database or the role sets', async () => {
  const url = await newPostgres()
  const name = new URL(url).pathname.slice(1)
  const set: [name: string, value: string, kept: string][] = [
    ['DateStyle', 'German, DMY', 'ISO, DMY'],
    ['TimeZone', 'Asia/Tokyo', 'UTC'],
    ['IntervalStyle', 'iso_8601', 'postgres'],
    ['bytea_output', 'escape', 'hex'],
    ['extra_float_digits', '0', '1'],
    ['standard_conforming_strings', 'off', 'on'],
    ['transform_null_equals', 'on', 'off'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
    ['synchronous_commit', 'local', 'local'],
  ]
  for (const [setting, value] of set)
    await query(
      url,
      `alter database ${name} set ${setting} = '${value}'`.replace("'German, DMY'", 'German, DMY'),
    )
  const db = await openPostgres(url)
  onTestFinished(() => db.close())
  const names = sql.join(
    set.map(([setting]) => sql`${setting}`),
    sql`, `,
  )
  const found = await db.rows<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name in (${names})`,
  )
  expect(new Map(found.map((row) => [row.name, row.setting]))).toEqual(
    new Map(set.map(([setting, , kept]) => [setting, kept])),
  )
})

describe('a timeout of PostgreSQL', () => {
  it.each([
    ['a statement', sql`set local statement_timeout = 50`, sql`select pg_sleep(2)`],
    ['a lock', sql`set local lock_timeout = 50`, sql`lock table settings`],
    ['an idle transaction', sql`set local idle_in_transaction_session_timeout = 50`, sql`select 1`],
  ])('of %s counts as unavailable', async (what, limit, statement) => {
    const { test, admin, others } = await shopAndAdministrator()
    await admin.query('begin')
    await admin.query('lock table settings')
    const work = test.shop.db.transaction(async (tx) => {
      await tx.execute(limit)
      if (what === 'an idle transaction') await untilNone(admin, `${others} and state like 'idle in%'`)
      await tx.execute(statement)
    })
    await expect(work).rejects.toSatisfy(isUnavailable)
    await admin.query('rollback')
    expect(await test.shop.db.ready()).toBe(true)
  })

  it('is set on every connection', async () => {
    const { test } = await shopAndAdministrator()
    const limits = await test.shop.db.rows<{ name: string; setting: string }>(
      sql`select name, setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    expect(limits).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '60000' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '25000' },
    ])
  })
})

describe('a connection that falls silent', () => {
  it('counts as unavailable, is closed, and is replaced for the next query', async () => {
    const { url, release } = await emptyPostgres()
    const proxy = await proxyTo(url)
    const db = await openPostgres(proxy.url, 2000)
    onTestFinished(() => db.close().then(release))
    const begun = Promise.withResolvers<undefined>()
    const muted = Promise.withResolvers<undefined>()
    const insert = db.transaction(async (tx) => {
      await tx.insert(tx.tables.settings).values({ key: 'first', value: '' })
      begun.resolve(undefined)
      await muted.promise
      await tx.insert(tx.tables.settings).values({ key: 'second', value: '' })
    })
    await Promise.all([begun.promise, ...Array.from({ length: 9 }, () => db.rows(sql`select pg_sleep(0.2)`))])
    proxy.mute()
    expect(proxy.muted()).toBe(10)
    muted.resolve(undefined)
    const silent = await Promise.allSettled([
      insert,
      ...Array.from({ length: 20 }, () => db.rows(sql`select 1`)),
    ])
    for (const outcome of silent.slice(0, 10)) {
      expect(outcome).toMatchObject({ status: 'rejected' })
      expect(outcome).toSatisfy(({ reason }: PromiseRejectedResult) => isUnavailable(reason))
    }
    // They waited for a connection, and got a new one.
    for (const outcome of silent.slice(10)) expect(outcome).toMatchObject({ status: 'fulfilled' })
    expect(await db.ready()).toBe(true)
    expect(await db.select().from(db.tables.settings)).toEqual([])
    expect(proxy.muted()).toBe(0)
  })
})

it('a pool without a free connection counts as unavailable after five seconds', async () => {
  const { url, release } = await emptyPostgres()
  const db = await openPostgres(url)
  onTestFinished(() => db.close().then(release))
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const held = Array.from({ length: 10 }, () => db.transaction(() => promise))
  await expect(db.rows(sql`select 1`)).rejects.toSatisfy(isUnavailable)
  resolve(undefined)
  await Promise.all(held)
  expect(await db.rows(sql`select 1`)).toHaveLength(1)
})
