/** Kills the process repeatedly during checkouts and checks that it has lost no acknowledged order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { type Attempt, type BusyShop, openBusyShop, post, startBuying } from './buyers.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { openProcess, stopProcess, temporaryFolder } from './server-process.ts'

const ROUNDS = byDepth(4, 40)

/** Repeats unanswered requests twice: with the same key they are one order, whether or not the first arrived. */
async function sendAgain(shop: BusyShop, url: string, attempts: Attempt[]): Promise<void> {
  for (const attempt of attempts.filter(({ order_id }) => order_id === null)) {
    const address_id = shop.buyers.find(({ token }) => token === attempt.token)!.address_id
    const again = () => post(url, '/api/orders/place-order', shop.body(address_id), attempt)
    const [first, second] = await Promise.all([again(), again()])
    expect(second['order_id']).toBe(first['order_id'])
    attempt.order_id = Number(first['order_id'])
  }
}

async function expectStored(shop: BusyShop, attempts: Attempt[]): Promise<void> {
  const db = await openSqlite(shop.file)
  try {
    const orders = await db.rows<{ id: number; idempotency_key: string }>(
      sql.raw('select id, idempotency_key from orders'),
    )
    const stored = new Map(orders.map((order) => [order.idempotency_key, order.id]))
    const lost = attempts.filter(({ key, order_id }) => stored.get(`key:${key}`) !== order_id)
    expect(lost).toEqual([])
    const sent = new Set(attempts.map(({ key }) => `key:${key}`))
    const ours = orders.filter(({ idempotency_key }) => sent.has(idempotency_key))
    expect(ours).toHaveLength(attempts.length)
    await checkInvariants(db, new Map([[shop.variant_id, shop.stock]]))
  } finally {
    await db.close()
  }
}

describe('kill -9 during checkouts', () => {
  it(
    `${ROUNDS} times loses no acknowledged order and doubles none`,
    { timeout: 480_000 },
    async (context) => {
      const shop = await openBusyShop()
      const attempts: Attempt[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const { url, child } = await openProcess(shop.env)
        await sendAgain(shop, url, attempts)
        const buying = await startBuying(shop, url)
        await sleep((round * 37) % 200)
        await stopProcess(child, 'SIGKILL')
        await buying.ended
        attempts.push(...buying.attempts)
      }
      const acknowledged = attempts.filter(({ order_id }) => order_id !== null).length
      expect(acknowledged).toBeGreaterThan(ROUNDS)
      const { url, child } = await openProcess(shop.env)
      await sendAgain(shop, url, attempts)
      expect(await stopProcess(child)).toBe(0)
      await expectStored(shop, attempts)
      report(
        context,
        `kill -9 during checkouts: ${ROUNDS} times, ${acknowledged} orders acknowledged, none lost`,
      )
    },
  )
})

describe('an acknowledged write', () => {
  it('is on disk: synchronous=FULL whenever the file is opened, even if it is in use', async () => {
    const file = `${temporaryFolder()}/haat.db`
    for (let open = 0; open < 4; open += 1) {
      const db = await openSqlite(file)
      const other = await openSqlite(file)
      for (const one of [db, other]) {
        const read = await one.transaction((tx) =>
          tx.select({ level: sql<number>`synchronous` }).from(sql`pragma_synchronous`),
        )
        expect(read).toEqual([{ level: 2 }])
        expect(await one.rows(sql.raw('select journal_mode from pragma_journal_mode'))).toEqual([
          { journal_mode: 'wal' },
        ])
      }
      await other.close()
      // Every second file is left as after a crash.
      if (open % 2 === 0) await db.close()
    }
  })
})
