import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { emptyPostgres } from '../../test/empty-postgres.ts'
import { proxyTo } from '../../test/postgres-proxy.ts'
import { explainError } from '../merchant/command.ts'
import { isUnavailable } from './errors.ts'
import { CONNECTIONS_MAX, openPool } from './open.postgres-pool.ts'
import { openPostgres } from './open.postgres.ts'

async function poolForThisTest() {
  const { url, release } = await emptyPostgres()
  const pool = openPool({ connectionString: url })
  onTestFinished(async () => {
    await pool.end()
    release()
  })
  return { pool }
}

const divide = (n: number) => ({
  name: 'divide',
  text: 'select 12 / $1::integer as share',
  values: [n],
})

it('a statement that fails fails alone', async () => {
  const { pool } = await poolForThisTest()
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => pool.query<{ share: number }>(divide(n % 12))),
  )
  const shares = results.map((result) =>
    result.status === 'fulfilled' ? result.value.rows[0]?.share : 'failed',
  )
  expect(shares).toEqual(
    Array.from({ length: 60 }, (_, n) => (n % 12 === 0 ? 'failed' : Math.floor(12 / (n % 12)))),
  )
  expect(pool.totalCount).toBeLessThanOrEqual(CONNECTIONS_MAX)
})

it('behind a pooler that mixes the connections of sessions, the operator learns what to set', async () => {
  const { pool } = await poolForThisTest()
  // Another session has prepared it there.
  await pool.query({ name: 'other', text: 'prepare divide as select 1' })
  const refused = pool.query(divide(3))
  await expect(refused).rejects.toThrow('in pgbouncer, set pool_mode = session')
  await expect(refused).rejects.toSatisfy((error) => explainError(error)?.length === 1)
})

const allUnavailable = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.every((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))

it.each([0, 20])('statements fail immediately when their connections break after %i ms', async (ms) => {
  const { url, release } = await emptyPostgres()
  const proxy = await proxyTo(url)
  const pool = openPool({ connectionString: proxy.url, query_timeout: 60_000 })
  onTestFinished(async () => {
    proxy.cut()
    await pool.end()
    release()
  })
  const held = await pool.connect()
  const ask = () => Array.from({ length: 5 }, (_, n) => pool.query<{ share: number }>(divide(n + 1)))
  for (const client of await Promise.all(Array.from({ length: 6 }, () => pool.connect()))) client.release()
  proxy.mute()
  const lost = Promise.allSettled([
    ...ask(),
    pool.query('select 1'),
    held.query('begin').finally(() => held.release(true)),
  ])
  await sleep(ms)
  proxy.cut()
  expect(allUnavailable(await lost)).toBe(true)
  expect((await pool.query<{ share: number }>(divide(3))).rows[0]?.share).toBe(4)
})

const READY = '5a0000000549'
const COMPLETE = '430000000d53454c454354203000'
/** PostgreSQL's answers, in hexadecimal, by the type of the message. */
const ANSWERS: Record<string, string> = {
  Q: COMPLETE + READY,
  P: '3100000004',
  B: '3200000004',
  D: '6e00000004',
  E: COMPLETE,
  S: READY,
}

/** A PostgreSQL that ends each connection with its answer to the first prepared statement, as one that crashes. */
async function crashingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from(`520000000800000000${READY}`, 'hex'))
      socket.on('data', (bytes) => {
        let types = ''
        for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
          types += String.fromCharCode(bytes[at]!)
        const answer = Buffer.from([...types].map((type) => ANSWERS[type] ?? '').join(''), 'hex')
        if (types.includes('S')) socket.end(answer)
        else socket.write(answer)
      })
    })
    socket.on('error', () => undefined)
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `postgres://haat@127.0.0.1:${(server.address() as AddressInfo).port}/haat`
}

it('a statement fails immediately that is sent at the moment its connection ends', async () => {
  const pool = openPool({ connectionString: await crashingServer(), query_timeout: 60_000 })
  onTestFinished(() => pool.end())
  const statement = { name: 'one', text: 'select 1' }
  const client = (await pool.connect()) as pg.PoolClient & pg.Client
  const sent = new Promise<PromiseSettledResult<unknown>[]>((resolve) => {
    client.connection.stream.once('end', () => resolve(Promise.allSettled([client.query(statement)])))
  })
  await client.query(statement)
  const began = performance.now()
  expect(allUnavailable(await sent)).toBe(true)
  expect(performance.now() - began).toBeLessThan(30_000)
  client.release(true)
})

it('a database that was renamed is unavailable', async () => {
  const { url, release } = await emptyPostgres()
  const other = new URL(url)
  other.pathname = '/renamed'
  const pool = openPool({ connectionString: other.href })
  onTestFinished(async () => {
    await pool.end()
    release()
  })
  await expect(pool.query('select 1')).rejects.toSatisfy(isUnavailable)
  await expect(pool.connect()).rejects.toSatisfy(isUnavailable)
})

it('a replica that cannot be used has a problem', async () => {
  const [own, other] = [await emptyPostgres(), await emptyPostgres()]
  const problemOf = async (readUrl: string) => {
    const db = await openPostgres(own.url, undefined, readUrl)
    const problems = await db.problems()
    await db.close()
    return problems.find(({ about }) => about === 'replica')?.what
  }
  onTestFinished(() => [own, other].forEach(({ release }) => release()))
  expect(await problemOf('postgres://haat@127.0.0.1:1/haat')).toMatch(/cannot be used: .*ECONNREFUSED/)
  expect(await problemOf(own.url)).toMatch(/its server is no replica/)
  expect(await problemOf(other.url)).toMatch(/it is another database/)
})

it.each([
  ['off', 'on'],
  ['local', 'local'],
  ['remote_write', 'remote_write'],
  ['remote_apply', 'remote_apply'],
])(
  'with synchronous_commit=%s transactions have %s; the doctor names it where it is off',
  async (set, used) => {
    const { url, release } = await emptyPostgres()
    const withSetting = new URL(url)
    withSetting.searchParams.set('options', `-c synchronous_commit=${set}`)
    const db = await openPostgres(withSetting.href)
    onTestFinished(async () => {
      await db.close()
      release()
    })
    const read = async () =>
      await db.transaction(async (tx) => await tx.execute(sql`show synchronous_commit`))
    const replies = await Promise.all([read(), read(), read()])
    for (const reply of replies) expect(reply).toMatchObject({ rows: [{ synchronous_commit: used }] })
    expect((await db.problems()).some(({ what }) => what.startsWith('synchronous_commit is off'))).toBe(
      set === 'off',
    )
  },
)
