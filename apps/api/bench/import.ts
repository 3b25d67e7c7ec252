/**
 * Measures the import of a catalogue, for the first time, again, and with every row changed:
 * `node --max-semi-space-size=8 --heap-growing-percent=150 bench/import.ts [products] [sqlite|postgres] [file]`, 50,000
 * generated products on SQLite by default, without pictures. The options are those of the `haat` command. PostgreSQL is
 * the server of TEST_POSTGRES_URL.
 *
 * Processor time, that of the database's backends included, depends less on the machine's load than the clock.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database, Engine } from '../src/db/database.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { atTheServer } from '../src/merchant/command.ts'
import { importCatalogue, type ImportResult } from '../src/merchant/importing/catalogue-import.ts'
import { type DatabaseCpu, databaseCpu } from './database-cpu.ts'
import { createDatabase } from './server.ts'

const [, , PRODUCTS_TEXT = '50000', ENGINE, GIVEN_FILE] = process.argv
const PRODUCTS = Number(PRODUCTS_TEXT)
const engine: Engine = ENGINE === 'postgres' ? 'postgres' : 'sqlite'
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

const shopOf = (db: Database) => ({ db, now: () => NOW, config: { dataDir: folder } })

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

interface Figures {
  perSecond: number
  /** Products per second of processor time, of this process and of the database. */
  perProcessorSecond: number
  /** The share of the database in the processor time; SQLite's is part of this process. */
  databaseShare: number
}

/** @param work returns how many products it has written */
async function measure(cpu: DatabaseCpu, work: () => Promise<number>): Promise<Figures> {
  collectGarbage()
  const [clock, processor, database] = [performance.now(), process.cpuUsage(), await cpu.now()]
  const products = await work()
  const seconds = (performance.now() - clock) / 1000
  const { user, system } = process.cpuUsage(processor)
  const ofDatabase = ((await cpu.now()) - database) / 1000
  const processorSeconds = (user + system) / 1e6 + ofDatabase
  return {
    perSecond: products / seconds,
    perProcessorSecond: products / processorSeconds,
    databaseShare: ofDatabase / processorSeconds,
  }
}

async function openDatabase(): Promise<{ db: Database; cpu: DatabaseCpu; remove: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const db = await openSqlite(join(mkdtempSync(join(folder, 'shop-')), 'haat.db'))
    return { db, cpu: await databaseCpu(null), remove: db.close }
  }
  const { url, drop } = await createDatabase()
  const [db, cpu] = [await openPostgres(url), await databaseCpu(url)]
  const remove = async () => {
    await cpu.close()
    await db.close()
    await drop()
  }
  return { db, cpu, remove }
}

const round = (figure: number): string => Math.round(figure).toLocaleString('en-IN')

function print(name: string, figures: Figures): void {
  console.log(
    `${name.padEnd(14)} ${round(figures.perSecond)} products/s, ${round(figures.perProcessorSecond)} per processor second, ${(100 * figures.databaseShare).toFixed(0)} % in the database`,
  )
}

try {
  const [file, changedFile] = [GIVEN_FILE ?? writeCatalogue(0), writeCatalogue(1)]
  const { db, cpu, remove } = await openDatabase()
  const results: ImportResult[] = []
  const run = (source: string) => async () => {
    const result = await importCatalogue(shopOf(db), source, { who: atTheServer() })
    results.push(result)
    return result.created + result.changed + result.unchanged
  }
  const peak = (): string => `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`
  const first = await measure(cpu, run(file))
  const firstPeak = peak()
  const second = await measure(cpu, run(file))
  const changed = GIVEN_FILE === undefined ? await measure(cpu, run(changedFile)) : null
  const allPeak = peak()
  await remove()
  console.log(
    `${engine}: ${JSON.stringify(results.map((result) => [result.created, result.changed, result.unchanged]))}`,
  )
  print('first import', first)
  print('second import', second)
  if (changed) print('all changed', changed)
  console.log(`peak memory ${firstPeak} after the first import, ${allPeak} after all`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
