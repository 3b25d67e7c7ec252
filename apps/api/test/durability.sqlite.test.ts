/** What SQLite has acknowledged is on disk, and a damaged end of its log loses nothing before the damage. */
import { randomUUID } from 'node:crypto'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { sqliteFile } from '../src/open-shop.ts'
import { aProduct } from './factories.ts'
import { report } from './figure.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { temporaryFolder } from './server-process.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest } from './test-shop.ts'

const ORDERS = 12
const TRIES = byDepth(12, 1000)

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

it('is written by a SQLite that loses nothing when a log is reset: 3.51.3 or newer', async () => {
  const db = await openSqlite(`${temporaryFolder()}/haat.db`)
  const [row] = await db.rows<{ version: string }>(sql`select sqlite_version() as version`)
  await db.close()
  const [major = 0, minor = 0, patch = 0] = row!.version.split('.').map(Number)
  expect(major * 1e6 + minor * 1000 + patch).toBeGreaterThanOrEqual(3_051_003)
})

/** The files of a shop that was not closed, and the size of its log after each of its orders. */
async function unclosedShop() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  // Its description makes the file longer.
  const description = 'A long description. '.repeat(2000)
  const product = await aProduct(test, { description }, [{ stock: 1000 }])
  const file = sqliteFile(test.shop.config.dataDir)
  const ends: { order_id: number; size: number }[] = []
  for (let n = 0; n < ORDERS; n += 1) {
    const { body } = await shopper.place(shopper.order([item(product)], 599), randomUUID()).expect(201)
    ends.push({ order_id: body.order_id, size: statSync(`${file}-wal`).size })
  }
  const initial = new Map([...(await stockNow(test.shop.db))].map(([id]) => [id, 1000]))
  const folder = temporaryFolder()
  copyFileSync(file, join(folder, 'sound.db'))
  return { folder, log: readFileSync(`${file}-wal`), ends, initial }
}

/** Opens a copy of the shop with another log. @returns its orders, after checking the whole shop */
async function openWith(log: Buffer, { folder, initial }: Awaited<ReturnType<typeof unclosedShop>>) {
  const file = join(folder, 'haat.db')
  copyFileSync(join(folder, 'sound.db'), file)
  writeFileSync(`${file}-wal`, log)
  const db = await openSqlite(file)
  try {
    const { orders, variants } = db.tables
    const hasProduct = (await db.select().from(variants)).length > 0
    await checkInvariants(db, hasProduct ? initial : undefined)
    return (await db.select({ id: orders.id }).from(orders).orderBy(orders.id)).map(({ id }) => id)
  } finally {
    await db.close()
  }
}

describe('a log that is damaged', () => {
  it(`at ${TRIES} places by a cut and by a wrong bit opens with every commit before the damage`, async (context) => {
    const shop = await unclosedShop()
    const { log, ends } = shop
    const all = ends.map(({ order_id }) => order_id)
    expect(await openWith(log, shop)).toEqual(all)
    let lost = 0
    for (let n = 0; n < 2 * TRIES; n += 1) {
      const place = Math.floor(Math.random() * log.length)
      const bit = Math.floor(Math.random() * 8)
      const damaged = n % 2 === 0 ? log.subarray(0, place) : Buffer.from(log)
      if (n % 2 === 1) damaged[place] = damaged[place]! ^ (1 << bit)
      const found = await openWith(damaged, shop)
      const what = n % 2 === 0 ? `cut at ${place}` : `bit ${bit} of byte ${place} is wrong`
      expect(found, what).toEqual(all.slice(0, found.length))
      expect(found.length, what).toBeGreaterThanOrEqual(ends.filter(({ size }) => size <= place).length)
      if (found.length < all.length) lost += 1
    }
    expect(lost).toBeGreaterThan(TRIES / 2)
    report(
      context,
      `damaged log: ${TRIES} cuts and ${TRIES} wrong bits, each opened whole, with a prefix of the commits`,
    )
  }, 600_000)
})

const WAL_HEADER = 32
const FRAME_HEADER = 24

/** The pages of a log by number, as the newest frame of each has them. Frames with another salt are of an older log. */
function pagesOf(log: Buffer): Map<number, Buffer> {
  const size = log.readUInt32BE(8)
  const pages = new Map<number, Buffer>()
  for (let at = WAL_HEADER; at + FRAME_HEADER + size <= log.length; at += FRAME_HEADER + size) {
    const content = at + FRAME_HEADER
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break
    pages.set(log.readUInt32BE(at), log.subarray(content, content + size))
  }
  return pages
}

describe('a checkpoint', () => {
  it('that a crash has cut off after some pages loses nothing', async () => {
    const shop = await unclosedShop()
    const { folder, log, ends } = shop
    const sound = readFileSync(join(folder, 'sound.db'))
    const pages = [...pagesOf(log)].toSorted(([a], [b]) => a - b)
    let shorter = 0
    for (const written of [1, Math.floor(pages.length / 2), pages.length - 1, pages.length]) {
      // SQLite writes the pages in this order, so the header comes before the pages that it counts.
      const parts: [number, Buffer][] = pages.slice(0, written)
      const size = Math.max(sound.length, ...parts.map(([page, { length }]) => page * length))
      const file = Buffer.concat([sound, Buffer.alloc(size - sound.length)])
      for (const [page, content] of parts) content.copy(file, (page - 1) * content.length)
      writeFileSync(join(folder, 'sound.db'), file)
      if (size < file.readUInt32BE(28) * (pages[0]?.[1].length ?? 0)) shorter += 1
      expect(await openWith(log, shop)).toEqual(ends.map(({ order_id }) => order_id))
    }
    expect(shorter).toBeGreaterThan(0)
  })
})
