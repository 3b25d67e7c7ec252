/**
 * What the server asks of the disk, and what it does when the disk fails: watched and injected with strace. Where that
 * is missing, this file is not in the list of tests.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { atNight, byDepth, isLong } from '../../../scripts/depth.ts'
import {
  type Attempt,
  type BusyShop,
  compareStored,
  newAttempt,
  openBusyShop,
  orderOf,
  post,
  type Reply,
} from './buyers.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { openProcess, stopProcess, temporaryFolder } from './server-process.ts'

const { STRACE_PATH = '' } = process.env
const SYNCED_ORDERS = byDepth(30, 200)
const FAULTS = byDepth(3, 600)
/** After so many faults the server is stopped or killed, and the next one starts. */
const FAULTS_PER_START = byDepth(3, 20)
/** Only root may make file systems. */
const SMALL_DISKS = isLong && process.getuid?.() === 0 ? ['6m'] : []
/** What other files leave of a small disk, in bytes. */
const ROOM = byDepth(300_000, 6_000_000)
const UNAVAILABLE = { success: false, code: 'UNAVAILABLE', message: 'Service temporarily unavailable' }

/** Traces the thread of a server that works on the database. @returns a function that ends the trace */
async function trace(server: ChildProcess, ...options: string[]): Promise<() => Promise<void>> {
  const tracer = spawn(STRACE_PATH, ['-p', String(server.pid), '-o', '/dev/null', ...options])
  onTestFinished(() => void tracer.kill('SIGKILL'))
  await once(tracer.stderr, 'data')
  return async () => {
    const ended = once(tracer, 'exit')
    tracer.kill('SIGINT')
    await ended
  }
}

const placeOrder = (shop: BusyShop, url: string, { buyer, key }: Attempt): Promise<Reply> =>
  post(url, '/api/orders/place-order', orderOf(buyer, shop.item), { token: buyer.token, key })

async function expectSound(shop: BusyShop, attempts: Attempt[]): Promise<void> {
  await shop.inProcess(async (test) => {
    expect(await compareStored(test, attempts)).toMatchObject({ lost: [] })
    await checkInvariants(test.shop.db, new Map([[shop.item.variant_id, shop.stock]]))
  })
}

it(`the log is on disk before each of ${SYNCED_ORDERS} orders is acknowledged`, async (context) => {
  const shop = await openBusyShop()
  const { url, child } = await openProcess(shop.env)
  const file = join(temporaryFolder(), 'trace')
  const end = await trace(child, '-y', '-e', 'trace=fdatasync,fsync,write,writev', '-o', file)
  for (let n = 0; n < SYNCED_ORDERS; n += 1)
    expect(await placeOrder(shop, url, newAttempt(shop, n))).toMatchObject({ status: 201 })
  await end()
  let [isSynced, synced, acknowledged] = [false, 0, 0]
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (/^f(data)?sync\(\d+<.*haat\.db-wal>\) += 0/.test(line)) isSynced = true
    if (!/^writev?\(.*HTTP\/1\.1 201 /.test(line)) continue
    acknowledged += 1
    if (isSynced) synced += 1
    isSynced = false
  }
  expect([acknowledged, synced]).toEqual([SYNCED_ORDERS, SYNCED_ORDERS])
  report(context, `sync before the reply: ${synced} of ${acknowledged} orders`)
})

/** The nth fault: a write or a sync that fails once, after some that succeed. */
function faultOf(n: number): string {
  const kinds = ['pwrite64:error=EIO', 'pwrite64:error=ENOSPC', 'fsync,fdatasync:error=EIO']
  const kind = kinds[n % kinds.length]!
  const nth = Math.floor(n / kinds.length)
  return `${kind}:when=${kind.startsWith('pwrite') ? 1 + ((nth * 7) % 200) : 1 + (nth % 10)}`
}

atNight(() => {
  it(`${FAULTS} writes and syncs that fail make their order 503 and lose none`, async (context) => {
    const shop = await openBusyShop()
    const attempts: Attempt[] = []
    let [refused, restarts] = [0, 0]
    const start = async () => {
      const server = await openProcess(shop.env)
      // The jobs that write at the start are done before faults begin.
      const first = newAttempt(shop, attempts.length)
      attempts.push(first)
      first.order_id = Number((await placeOrder(shop, server.url, first)).body['order_id'])
      return server
    }
    let server = await start()
    for (let n = 0; n < FAULTS; n += 1) {
      const end = await trace(server.child, '-e', `inject=${faultOf(n)}`)
      let reply: Reply = { status: 201, body: {} }
      // A few more than the fault needs: it may hit a write whose failure SQLite can leave for later.
      for (let orders = 0; orders < 25 && reply.status === 201; orders += 1) {
        const attempt = newAttempt(shop, attempts.length)
        attempts.push(attempt)
        reply = await placeOrder(shop, server.url, attempt)
        if (reply.status === 201) attempt.order_id = Number(reply.body['order_id'])
      }
      await end()
      if (reply.status !== 201) {
        expect(reply, faultOf(n)).toEqual({ status: 503, body: UNAVAILABLE })
        refused += 1
      }
      // The same server goes on: what failed succeeds with the same key.
      const last = attempts.at(-1)!
      const again = await placeOrder(shop, server.url, last)
      expect(again, faultOf(n)).toMatchObject({ status: 201 })
      last.order_id ??= Number(again.body['order_id'])
      if ((n + 1) % FAULTS_PER_START > 0) continue
      restarts += 1
      await stopProcess(server.child, restarts % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
      await expectSound(shop, attempts)
      server = await start()
    }
    expect(refused).toBeGreaterThan(FAULTS / 3)
    const counts = `${FAULTS} faults, ${refused} orders 503, ${attempts.length} acknowledged, ${restarts} restarts`
    report(context, `writes and syncs that fail: ${counts}: 0 lost`)
  }, 900_000)
})

/** The disk is full now: writes are refused, reads are served. */
async function expectFull(url: string, refusal: Reply): Promise<void> {
  expect(refusal).toEqual({ status: 503, body: UNAVAILABLE })
  expect((await fetch(`${url}/api/products/filter`)).status).toBe(200)
  // It tries a write every three seconds.
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503), 10_000)
}

/** There is room again: the same server takes orders. */
async function expectRoom(shop: BusyShop, url: string, attempts: Attempt[]): Promise<void> {
  const attempt = newAttempt(shop, attempts.length)
  const { status, body } = await placeOrder(shop, url, attempt)
  expect(status).toBe(201)
  attempts.push({ ...attempt, order_id: Number(body['order_id']) })
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), 30_000)
}

atNight(() => {
  it('a disk without room refuses orders, serves reads, and works again without a restart', async () => {
    const shop = await openBusyShop()
    const { url, child } = await openProcess(shop.env)
    const end = await trace(child, '-e', 'inject=pwrite64,fallocate,ftruncate:error=ENOSPC')
    await expectFull(url, await placeOrder(shop, url, newAttempt(shop, 0)))
    await end()
    const attempts: Attempt[] = []
    await expectRoom(shop, url, attempts)
    expect(await stopProcess(child)).toBe(0)
    await expectSound(shop, attempts)
  })
})

/** Makes a file system in memory. @returns its folder, or null where it may not be mounted */
function smallDisk(size: string): string | null {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'haat', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

it.for(SMALL_DISKS)(
  'a disk of %s, ordered full and enlarged: every acknowledged order is there',
  { timeout: 300_000 },
  async (size, context) => {
    const filled = await openBusyShop()
    const disk = smallDisk(size)
    if (disk === null) return report(context, 'full disk: not tried, no file system may be mounted here')
    const DATA_DIR = join(disk, 'data')
    mkdirSync(DATA_DIR, { mode: 0o700 })
    cpSync(filled.env['DATA_DIR']!, DATA_DIR, { recursive: true })
    const shop = { ...filled, env: { ...filled.env, DATA_DIR } }
    const { url, child } = await openProcess(shop.env)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'other'), Buffer.alloc(Math.max(0, bavail * bsize - ROOM)))
    const attempts: Attempt[] = []
    for (;;) {
      const attempt = newAttempt(shop, attempts.length)
      const reply = await placeOrder(shop, url, attempt)
      attempts.push({ ...attempt, order_id: reply.status === 201 ? Number(reply.body['order_id']) : null })
      if (reply.status === 201) continue
      await expectFull(url, reply)
      break
    }
    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    await expectRoom(shop, url, attempts)
    expect(await stopProcess(child)).toBe(0)
    cpSync(DATA_DIR, filled.env['DATA_DIR']!, { recursive: true })
    await expectSound(filled, attempts)
    report(context, `full disk: ${attempts.length - 1} orders acknowledged, 0 lost, works again by itself`)
  },
)
