/** PostgreSQL fails while two servers take orders: no order is lost or doubled, and the servers go on by themselves. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'supertest'
import { expect, it, type TestContext } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { type BusyShop, compareStored, openBusyShop, startBuying } from './buyers.ts'
import { report } from './figure.ts'
import { aProduct } from './factories.ts'
import { checkInvariants } from './invariants.ts'
import { proxyTo } from './postgres-proxy.ts'
import { type PostgresServer, startPrimary, startReplica } from './postgres-servers.ts'
import { aShopper, item } from './shopper.ts'
import { openProcess, stopProcess } from './server-process.ts'
import { shopAt } from './test-shop.ts'

const ROUNDS = byDepth(1, 5)
const ORDERS_AFTERWARDS = 40
const AFTERWARDS_WITHIN_MS = 120_000

/**
 * Sends orders to two servers while `fault` happens, until both have taken orders again, and checks what is stored.
 * A reply other than 201 and 503 fails the test.
 *
 * @param fault resolves when everything runs again
 */
async function takeOrdersDuring(shop: BusyShop, fault: () => Promise<unknown>) {
  const servers = await Promise.all([openProcess(shop.env), openProcess(shop.env)])
  const { attempts, ended } = await startBuying(
    shop,
    servers.map(({ url }) => url),
  )
  const acknowledged = () => attempts.filter(({ order_id }) => order_id !== null).length
  const work = async (): Promise<number> => {
    await fault()
    const began = performance.now()
    const enough = acknowledged() + ORDERS_AFTERWARDS
    while (acknowledged() < enough) {
      if (performance.now() - began > AFTERWARDS_WITHIN_MS) throw new Error('No orders after the fault.')
      await sleep(20)
    }
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    for (const { child } of servers) expect(await stopProcess(child)).toBe(0)
    return performance.now() - began
  }
  const [recovery] = await Promise.all([work(), ended])
  await shop.inProcess(async (test) => {
    expect((await compareStored(test, attempts)).lost).toEqual([])
    await checkInvariants(test.shop.db, new Map([[shop.item.variant_id, shop.stock]]))
  })
  return { orders: acknowledged(), recovery: Math.round(recovery) }
}

const figure = (
  context: TestContext,
  fault: string,
  { orders, recovery }: { orders: number; recovery: number },
) =>
  report(
    context,
    `${fault}: ${orders} orders, 0 lost, 0 doubled; ${ORDERS_AFTERWARDS} more after ${recovery} ms`,
  )

it('its backends are killed', { timeout: 600_000 }, async (context) => {
  const primary = await startPrimary()
  const shop = await openBusyShop(16, { DATABASE_URL: primary.url })
  let killed = 0
  const result = await takeOrdersDuring(shop, async () => {
    for (let n = 0; n < 10 * ROUNDS; n += 1) {
      const rows = await primary.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'haat %'",
      )
      killed += rows.length
      await sleep(200)
    }
  })
  expect(killed).toBeGreaterThan(20)
  figure(context, `${killed} backends killed`, result)
})

it.for([
  ['restarts', 'INT'],
  ['crashes', 'QUIT'],
] as const)('the primary %s', { timeout: 600_000 }, async ([how, signal], context) => {
  const primary = await startPrimary()
  const shop = await openBusyShop(16, { DATABASE_URL: primary.url })
  const result = await takeOrdersDuring(shop, async () => {
    for (let n = 0; n < ROUNDS; n += 1) {
      await primary.stop(signal)
      await sleep(500)
      await primary.start()
      await sleep(500)
    }
  })
  figure(context, `primary ${how}`, result)
})

it('the primary hangs', { timeout: 600_000 }, async (context) => {
  const primary = await startPrimary()
  const test = await shopAt({ DATABASE_URL: primary.url })
  const product = await aProduct(test)
  const shopper = await aShopper(test)
  const order = shopper.order([item(product)], 599)
  const calls: [string, () => Test][] = [
    ['readyz', () => test.get('/readyz')],
    ['settings', () => test.get('/api/settings')],
    ['products', () => test.get('/api/products/filter')],
    ['profile', () => shopper.get('/api/users/profile')],
    ['cart', () => shopper.get('/api/cart')],
    ['order', () => shopper.place(order, 'the-key')],
  ]
  const callAll = () =>
    Promise.all(
      calls.map(async ([name, call]) => {
        const began = performance.now()
        const { status } = await call()
        return { name, status, ms: Math.round(performance.now() - began) }
      }),
    )
  await callAll()
  await primary.signal('SIGSTOP')
  // So long /readyz says what it has found last.
  await sleep(3000)
  const replies = [...(await callAll()), ...(await callAll())]
  await primary.signal('SIGCONT')
  expect(replies.filter(({ status }) => status !== 503)).toEqual([])
  for (const { name, ms } of replies) expect(ms, name).toBeLessThan(name === 'readyz' ? 3000 : 32_000)
  await test.get('/readyz').expect(200)
  await shopper.place(order, 'the-key').expect(201)
  report(
    context,
    `primary hangs: every reply 503, the slowest after ${Math.max(...replies.map(({ ms }) => ms))} ms`,
  )
})

/** A primary that acknowledges a commit when its replica has it too. */
async function startPair(): Promise<{ primary: PostgresServer; replica: PostgresServer }> {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  await primary.query("alter system set synchronous_standby_names = '*'")
  await primary.query('select pg_reload_conf()')
  return { primary, replica }
}

it('the primary dies and its replica is promoted', { timeout: 600_000 }, async (context) => {
  const { primary, replica } = await startPair()
  const proxy = await proxyTo(primary.url)
  const shop = await openBusyShop(16, { DATABASE_URL: proxy.url, DATABASE_READ_URL: replica.url })
  const result = await takeOrdersDuring(shop, async () => {
    await primary.stop('QUIT')
    await replica.query('select pg_promote()')
    proxy.follow(replica.url)
  })
  figure(context, 'replica promoted', result)
})

/** What the shop has read from a server in the last second. */
const RECENT_READS = `select from pg_stat_activity where application_name like 'haat %'
  and query ~ 'catalogue_commits|"(products|variants|media|deals)"' and state_change > now() - interval '1 s'`

it('the replica hangs, comes back, and is promoted by mistake', { timeout: 600_000 }, async (context) => {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  const shop = await openBusyShop(16, { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url })
  const { url, child } = await openProcess(shop.env)
  let slowest = 0
  /** Reads lists. @returns whether the replica answered one of them */
  const read = async (times: number, isUp = true): Promise<boolean> => {
    let isUsed = false
    for (let n = 0; n < times; n += 1) {
      const began = performance.now()
      const reply = await fetch(`${url}/api/products/filter?limit=${1 + (n % 20)}`)
      slowest = Math.max(slowest, performance.now() - began)
      expect(reply.status).toBe(200)
      isUsed ||= isUp && (await replica.query(RECENT_READS)).length > 0
    }
    return isUsed
  }
  const readUntilUsed = async () => {
    for (let tries = 0; tries < 100; tries += 1) if (await read(1)) return
    throw new Error('The replica is not used.')
  }
  await readUntilUsed()
  await replica.signal('SIGSTOP')
  await read(200, false)
  await replica.signal('SIGCONT')
  await readUntilUsed()
  await replica.query('select pg_promote()')
  await sleep(2500)
  expect(await read(20)).toBe(false)
  expect(await stopProcess(child)).toBe(0)
  expect(slowest).toBeLessThan(10_000)
  report(context, `replica hangs: every read 200, the slowest after ${Math.round(slowest)} ms`)
})
