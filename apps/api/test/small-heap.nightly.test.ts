/** A server with little memory under load: it answers or refuses, and neither hangs nor ends. */
import { readFileSync } from 'node:fs'
import { expect, inject, it } from 'vitest'
import { type Attempt, compareStored, newAttempt, openBusyShop, orderOf, post } from './buyers.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { openProcess, stopProcess } from './server-process.ts'

const HEAP_MIB = 256
const SECONDS = 60
const SHOPPERS = 64

/** The memory of a process, in MiB; 0 where the system does not say. */
function residentMib(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

it(
  `a heap of ${HEAP_MIB} MiB serves ${SHOPPERS} shoppers for ${SECONDS} s`,
  { timeout: 300_000 },
  async (context) => {
    const shop = await openBusyShop(SHOPPERS)
    const { url, child } = await openProcess({
      ...shop.env,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    })
    const until = performance.now() + SECONDS * 1000
    const attempts: Attempt[] = []
    const statuses = new Map<number, number>()
    const count = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const read = async (path: string) => {
      const reply = await fetch(url + path)
      await reply.arrayBuffer()
      count(reply.status)
    }
    const visit = async (n: number): Promise<void> => {
      while (performance.now() < until) {
        for (const path of ['/', '/api/products/filter?limit=100', '/api/products/search?q=lamp', '/docs'])
          await read(path)
        const attempt = newAttempt(shop, n)
        attempts.push(attempt)
        const { buyer, key } = attempt
        const body = orderOf(buyer, shop.item)
        const reply = await post(url, '/api/orders/place-order', body, { token: buyer.token, key })
        count(reply.status)
        if (reply.status === 201) attempt.order_id = Number(reply.body['order_id'])
      }
    }
    await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => visit(n)))
    const memory = residentMib(child.pid!)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await stopProcess(child)).toBe(0)
    for (const status of statuses.keys()) expect([200, 201, 404, 429, 503]).toContain(status)
    await shop.inProcess(async (test) => {
      expect(await compareStored(test, attempts)).toMatchObject({ lost: [] })
      await checkInvariants(test.shop.db, new Map([[shop.item.variant_id, shop.stock]]))
    })
    const counts = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
    report(
      context,
      `heap of ${HEAP_MIB} MiB, ${inject('engine')}: ${counts}, ${memory.toFixed(0)} MiB resident at most`,
    )
  },
)
