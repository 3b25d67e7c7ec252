/**
 * Measures the import of a catalogue, for the first time, again, and with every row changed:
 * `node --max-semi-space-size=2 bench/import.ts [products]`, 50,000 by default, without pictures. The option is that
 * of the `haat` command.
 *
 * Each figure is also a ratio to bare better-sqlite3 inserts of the same rows, without file, checks or search.
 * Processor time hardly depends on the machine's load.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { importCatalogue, type ImportResult } from '../src/merchant/importing/catalogue-import.ts'

const PRODUCTS = Number(process.argv[2] ?? 50_000)
const PER_TRANSACTION = 1000
const NOW = new Date('2026-01-01T00:00:00Z')
const NOUNS = 'Soap Lamp Rope Bottle Shoe Glove Tape Beaker Helmet Kettle Torch Basket'.split(' ')
const ADJECTIVES = 'Brass Steel Cotton Neem Sandal Copper Jute Clay Silk Bamboo Woollen Rubber'.split(' ')

const folder = mkdtempSync(join(tmpdir(), 'haat-bench-'))
const mixed = (n: number): number => Math.imul(n + 1, 2_654_435_761) >>> 0

/** The nth product; the same on every run. */
function product(n: number) {
  const dice = mixed(n)
  const price = 10_00 + (dice % 500_000)
  return {
    key: `K${n}`,
    name: `${ADJECTIVES[dice % 12]} ${NOUNS[(dice >>> 8) % 12]} No. ${n}, ${(dice % 90) + 10} cm`,
    brand: `Brand ${dice % 2000}`,
    category: (dice >>> 4) % 400,
    price,
    mrp: price + (dice % 7) * 10_00,
    stock: dice % 50,
    rating: (dice % 41) / 10,
  }
}

/** @param round 0 for the first catalogue; others have other names, prices and stock */
function writeCatalogue(round: number): string {
  const file = join(folder, `catalogue-${round}.csv`)
  const handle = openSync(file, 'w')
  writeSync(handle, 'key,name,brand,category,price,mrp,stock,rating\n')
  for (let n = 0; n < PRODUCTS; n += 1) {
    const { key, name, brand, category, rating, ...values } = product(n)
    const [price, mrp] = [values.price + round * 100, values.mrp + round * 200]
    const stock = values.stock + round
    const shelf = `Hall ${category % 10} > Aisle ${category % 80} > Shelf ${category}`
    writeSync(
      handle,
      `${key},"${name}${round > 0 ? ' New' : ''}",${brand},${shelf},${price / 100},${mrp / 100},${stock},${rating}\n`,
    )
  }
  closeSync(handle)
  return file
}

interface Figures {
  perSecond: number
  perProcessorSecond: number
}

async function measure(work: () => Promise<unknown> | void): Promise<Figures> {
  const [clock, processor] = [performance.now(), process.cpuUsage()]
  await work()
  const seconds = (performance.now() - clock) / 1000
  const { user, system } = process.cpuUsage(processor)
  return { perSecond: PRODUCTS / seconds, perProcessorSecond: (PRODUCTS / (user + system)) * 1e6 }
}

async function bare(): Promise<Figures> {
  const file = join(folder, 'bare.db')
  await (await openSqlite(file)).close()
  const db = new Sqlite(file)
  for (const pragma of [
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
    'cache_size = -32000',
  ])
    db.pragma(pragma)
  for (let n = 0; n < 400; n += 1)
    db.exec(`insert into categories (slug, name) values ('s${n}', 'Shelf ${n}')`)
  const products = db.prepare(
    'insert into products (id, slug, name, brand, category_id, short_description, description, country_of_origin, rating, created_at, external_key, variant_id, price, mrp, discount_percentage, in_stock) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const variants = db.prepare(
    'insert into variants (id, product_id, is_default, price, mrp, stock) values (?, ?, 1, ?, ?, ?)',
  )
  const insert = db.transaction((from: number) => {
    for (let n = from; n < Math.min(from + PER_TRANSACTION, PRODUCTS); n += 1) {
      const { key, name, brand, category, price, mrp, stock, rating } = product(n)
      const id = n + 1
      const listed = [id, price, mrp, Math.round(((mrp - price) / mrp) * 100), stock > 0 ? 1 : 0]
      products.run(id, key, name, brand, category + 1, '', '', '', rating, NOW.getTime(), key, ...listed)
      variants.run(id, id, price, mrp, stock)
    }
  })
  const figures = await measure(() => {
    for (let from = 0; from < PRODUCTS; from += PER_TRANSACTION) insert(from)
  })
  db.close()
  return figures
}

const round = (figure: number): string => Math.round(figure).toLocaleString('en-IN')

function print(name: string, figures: Figures, floor: Figures): void {
  const ratio = (figures.perProcessorSecond / floor.perProcessorSecond).toFixed(2)
  console.log(
    `${name.padEnd(14)} ${round(figures.perSecond)} products/s, ${round(figures.perProcessorSecond)} per processor second, ${ratio} of bare`,
  )
}

try {
  const [file, changedFile] = [writeCatalogue(0), writeCatalogue(1)]
  const db = await openSqlite(join(folder, 'haat.db'))
  const results: ImportResult[] = []
  const run = (source: string) => async () =>
    results.push(await importCatalogue({ db, now: () => NOW }, source))
  const peak = (): string => `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`
  const floor = await bare()
  const first = await measure(run(file))
  const firstPeak = peak()
  const [second, changed] = [await measure(run(file)), await measure(run(changedFile))]
  await db.close()
  console.log(
    `${PRODUCTS} products: ${JSON.stringify(results.map((result) => [result.created, result.changed, result.unchanged]))}`,
  )
  print('bare inserts', floor, floor)
  print('first import', first, floor)
  print('second import', second, floor)
  print('all changed', changed, floor)
  console.log(`peak memory ${firstPeak} after the first import, ${peak()} after all`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
