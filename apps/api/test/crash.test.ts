/** Kills servers repeatedly during checkouts and checks that they have lost no acknowledged order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import {
  type Attempt,
  type BusyShop,
  compareStored,
  openBusyShop,
  placeAttempt,
  startBuying,
} from './buyers.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { openProcess, stopProcess } from './server-process.ts'

const engine = inject('engine')
/** Two servers share the shop: in each round both are killed, one shortly after the other. */
const ROUNDS = engine === 'sqlite' ? byDepth(1, 500) : byDepth(1, 100)

/** Starts two servers, which first get again what the servers before them have not answered. */
async function startServers(shop: BusyShop, unanswered: Attempt[]) {
  const servers = await Promise.all([openProcess(shop.env), openProcess(shop.env)])
  const urls = servers.map(({ url }) => url)
  for (const attempt of unanswered) {
    // With the same key they are one order, at whichever server.
    const [first, second] = await Promise.all(urls.map((url) => placeAttempt(shop, url, attempt)))
    expect(second).toBe(first)
    attempt.order_id = first!
  }
  return { children: servers.map(({ child }) => child), urls }
}

it(
  `kill -9 of ${2 * ROUNDS} servers during checkouts loses no acknowledged order and doubles none`,
  // A round takes two to eight seconds.
  { timeout: 5_400_000 },
  async (context) => {
    const shop = await openBusyShop()
    const attempts: Attempt[] = []
    let unanswered: Attempt[] = []
    let repeated = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const { children, urls } = await startServers(shop, unanswered)
      const buying = await startBuying(shop, urls)
      for (const child of children) {
        await sleep((round * 37) % 100)
        await stopProcess(child, 'SIGKILL')
      }
      await buying.ended
      attempts.push(...buying.attempts)
      unanswered = buying.attempts.filter(({ order_id }) => order_id === null)
      repeated += unanswered.length
    }
    const { children } = await startServers(shop, unanswered)
    for (const child of children) expect(await stopProcess(child)).toBe(0)
    expect(attempts.length - repeated).toBeGreaterThan(ROUNDS)
    await shop.inProcess(async (test) => {
      const { db } = test.shop
      expect(await compareStored(test, attempts)).toEqual({ lost: [], silent: [] })
      expect(await db.rows(sql.raw('select count(*) as orders from orders'))).toEqual([
        { orders: attempts.length },
      ])
      await checkInvariants(db, new Map([[shop.item.variant_id, shop.stock]]))
    })
    const acknowledged = `${attempts.length - repeated} orders acknowledged and ${repeated} repeated`
    report(context, `kill -9, ${engine}: ${2 * ROUNDS} servers, ${acknowledged}: 0 lost, 0 doubled`)
  },
)
