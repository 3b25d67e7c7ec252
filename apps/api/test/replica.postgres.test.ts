/** A streaming replica answers reads of the catalogue. Whatever happens to it, no caller notices. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { refreshListings } from '../src/features/catalog/listing-columns.store.ts'
import { createMetrics, type Metrics } from '../src/metrics/metrics.ts'
import { aDeal, aProduct, type FactoryShop } from './factories.ts'
import { startPrimary, startReplica } from './postgres-servers.ts'
import { shopAt, TestClock } from './test-shop.ts'
import { aShopper, item } from './shopper.ts'

/** Longer than a read may be behind, in ms. */
const BEHIND_MS = 1200

async function openReplicated() {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  const clock = new TestClock()
  const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url }
  let metrics: Metrics | undefined
  const shop = await shopAt(env, clock.now, (open) => (metrics = createMetrics(open)))
  return { replica, metrics: metrics!, test: { ...shop, clock } }
}

type Replicated = Awaited<ReturnType<typeof openReplicated>>

const untilUsed = ({ test }: Replicated) =>
  vi.waitFor(() => expect(test.shop.db.replica()).not.toBeNull(), { timeout: 20_000, interval: 20 })

async function setPrice({ shop }: FactoryShop, id: number, price: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { variants } = tx.tables
    await tx.update(variants).set({ price }).where(eq(variants.product_id, id))
    await refreshListings(tx, [id], shop.now())
  })
}

/** Statements are built once for each combination of filters: another one is a new `select`. */
const FILTERS = [
  'min_price=1',
  'max_price=99999',
  'rating=1',
  'in_stock=1',
  'is_featured=1',
  'brand=a',
  'sort=newest',
]
let combination = 0

const nextList = (): string => {
  combination += 1
  return `/api/products/filter?${FILTERS.filter((_, bit) => combination & (1 << bit)).join('&')}`
}

/** Reads lists, each another one, until the replica has answered one of them. */
async function untilAnswered(replicated: Replicated): Promise<void> {
  const { test } = replicated
  await untilUsed(replicated)
  const call = vi.spyOn(test.shop.db.replica()!, 'select')
  await vi.waitFor(
    async () => {
      await test.get(nextList()).expect(200)
      expect(call).toHaveBeenCalled()
    },
    { timeout: 20_000, interval: 50 },
  )
  call.mockRestore()
}

it('a replica answers the catalogue, and when it lags or dies the primary does', async () => {
  const replicated = await openReplicated()
  const { replica, test } = replicated
  const product = await aProduct(test)
  const shopper = await aShopper(test)
  const path = `/api/products/${product.id}`
  const price = async () => (await test.get(path).expect(200)).body.price

  const problemsOfReplica = async (): Promise<string> =>
    (await test.shop.db.problems()).flatMap(({ about, what }) => (about === 'replica' ? what : [])).join()

  await untilAnswered(replicated)
  expect(await price()).toBe(500)

  // Nobody pays an old price, and nobody sees one for longer than a second.
  await replica.query('select pg_wal_replay_pause()')
  const old = shopper.order([item(product)], 599, { checkout: 'buy-now' })
  await setPrice(test, product.id, 450_00)
  await shopper.place(old).expect(409)
  await sleep(BEHIND_MS)
  expect(await price()).toBe(450)
  expect(test.shop.db.replica()).toBeNull()

  // A deal that the replica knows and has not applied begins at its second all the same.
  await replica.query('select pg_wal_replay_resume()')
  const start_date = new Date(test.clock.now().getTime() + 60_000)
  await aDeal(test, product.id, { start_date })
  await vi.waitFor(async () => expect(await replica.query('select from deals')).toHaveLength(1), 20_000)
  await untilUsed(replicated)
  expect(await price()).toBe(450)
  await replica.query('select pg_wal_replay_pause()')
  test.clock.advance(60)
  expect(await price()).toBe(400)
  await replica.query('select pg_wal_replay_resume()')

  // It dies and comes back.
  await untilUsed(replicated)
  expect(await problemsOfReplica()).toBe('')
  await replica.stop('QUIT')
  for (let n = 0; n < 5; n += 1) expect(await price()).toBe(400)
  await test.get('/readyz').expect(200)
  expect(await problemsOfReplica()).toMatch(/cannot be used/)
  await replica.start()
  await untilAnswered(replicated)
  expect(await price()).toBe(400)

  const server = await replicated.metrics.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const text = await (
    await fetch(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}/metrics`)
  ).text()
  for (const from of ['replica', 'fallback'])
    expect(text).toMatch(new RegExp(`^haat_replica_reads_total\\{from="${from}"\\} [1-9]`, 'm'))
})
