/** Another program holds the database's lock for seconds: requests wait, then are refused, and succeed afterwards. */
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { sqliteFile } from '../src/open-shop.ts'
import { aProduct } from './factories.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest, type TestShop } from './test-shop.ts'

/** Takes a lock that no order can pass. @returns a function that ends it */
async function lock({ shop }: TestShop): Promise<() => Promise<unknown>> {
  if (inject('engine') === 'sqlite') {
    const other = new Sqlite(sqliteFile(shop.config.dataDir))
    other.exec('begin immediate')
    return async () => other.close()
  }
  const [row] = await shop.db.rows<{ name: string }>(sql`select current_database() as name`)
  const url = Object.assign(new URL(inject('server')), { pathname: row!.name })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('begin; lock table orders in exclusive mode')
  return () => client.end()
}

/** Sends orders while another program holds the lock: for so many seconds, or until all have a reply. */
async function orderDuring(test: TestShop, seconds: number | null) {
  const product = await aProduct(test, {}, [{ stock: 100 }])
  const shoppers = await Promise.all(Array.from({ length: 8 }, () => aShopper(test)))
  const order = () => shoppers.map((shopper) => shopper.place(shopper.order([item(product)], 599)))
  const release = await lock(test)
  const began = performance.now()
  const replies = Promise.all(order())
  const took = replies.then(() => (performance.now() - began) / 1000)
  await (seconds === null ? replies : sleep(seconds * 1000))
  await release()
  const statuses = (await replies).map(({ status, headers }) => [status, 'retry-after' in headers])
  const afterwards = (await Promise.all(order())).map(({ status }) => status)
  await checkInvariants(test.shop.db)
  return { statuses, took: await took, afterwards }
}

it('a lock of 3 s makes orders wait, and one without an end makes them 503 with Retry-After', async (context) => {
  const test = await shopForThisTest()
  const short = await orderDuring(test, 3)
  expect(short.statuses).toEqual(Array.from({ length: 8 }, () => [201, false]))
  const long = await orderDuring(test, null)
  expect(long.statuses).toEqual(Array.from({ length: 8 }, () => [503, true]))
  for (const { afterwards } of [short, long]) expect(new Set(afterwards)).toEqual(new Set([201]))
  const times = `3 s: all 201 after ${short.took.toFixed(1)} s; without an end: all 503 after ${long.took.toFixed(1)} s`
  report(context, `foreign lock, ${inject('engine')}: ${times}`)
})
