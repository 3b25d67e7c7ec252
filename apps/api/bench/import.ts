/**
 * Measures the import of a catalogue, for the first time, again, and with every row changed:
 * `node --max-semi-space-size=8 --heap-growing-percent=150 bench/import.ts [products] [sqlite|postgres] [file]`, 50,000
 * generated products on SQLite by default, without pictures. The options are those of the `haat` command. PostgreSQL is
 * the server of TEST_POSTGRES_URL.
 *
 * Each figure is also a ratio to bare inserts: those of the very rows that the first import has left in each table,
 * search index and record of changes included, ready in memory, into an empty shop with all its indexes, in as many
 * transactions. The import itself builds the listing indexes of an empty shop afterwards; bare inserts that do so too
 * are the second floor. Processor time, that of the database's backends included, depends less on the machine's load
 * than the clock; ratios of one run less still.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Database, type Engine, pipelined, type Tx } from '../src/db/database.ts'
import { deferIndexes, restoreIndexes } from '../src/db/deferred-indexes.ts'
import { openPostgres } from '../src/db/open.postgres.ts'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { insertIndexed } from '../src/features/search/search-index.store.ts'
import { RANKS, ranked } from '../src/features/search/words.ts'
import { importCatalogue, type ImportResult } from '../src/merchant/importing/catalogue-import.ts'
import { type DatabaseCpu, databaseCpu } from './database-cpu.ts'
import { createDatabase } from './server.ts'

const [, , PRODUCTS_TEXT = '50000', ENGINE, GIVEN_FILE] = process.argv
const PRODUCTS = Number(PRODUCTS_TEXT)
const engine: Engine = ENGINE === 'postgres' ? 'postgres' : 'sqlite'
/** As many as the import writes in a transaction. */
const PER_TRANSACTION = 2000
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

/** Inserts the nth part of a table's rows. */
type Insert = (tx: Tx, n: number, parts: number) => Promise<void>

function partOf<Row>(rows: Row[], n: number, parts: number): Row[] {
  const at = (part: number) => Math.floor((rows.length * part) / parts)
  return rows.slice(at(n), at(n + 1))
}

/** Inserts of the rows that an import has written to an empty shop. */
async function writtenRows(db: Database): Promise<Insert[]> {
  const { tables } = db
  const inserts: Insert[] = []
  const add = <Name extends keyof typeof tables>(name: Name, rows: (typeof tables)[Name]['$inferInsert'][]) =>
    inserts.push((tx, n, parts) => tx.insertMany(name, partOf(rows, n, parts)))
  const categories = await db.select().from(tables.categories)
  inserts.push(async (tx, n) => tx.insertMany('categories', n === 0 ? categories : []))
  add('products', await db.select().from(tables.products))
  add('variants', await db.select().from(tables.variants))
  add('import_changes', await db.select().from(tables.import_changes))
  add('search_words', await db.select().from(tables.search_words))
  add('search_typos', await db.select().from(tables.search_typos))
  const documents = await db.select().from(tables.search_documents)
  add('search_documents', documents)
  const entries = documents.map(({ product_id, words }) => ({ id: product_id, text: entriesOf(words) }))
  inserts.push((tx, n, parts) => insertIndexed(tx, partOf(entries, n, parts)))
  return inserts
}

/** The words to match of a document such as `rope:0 tapti:2`, as the search index has them. */
const entriesOf = (document: string): string =>
  document
    .split(' ')
    .flatMap((entry) => {
      const [word = '', best] = entry.split(':')
      const type = best === '0' ? [ranked(0, word)] : []
      return [
        ...type,
        ...RANKS.filter((rank) => rank >= Math.min(Number(best), 4)).map((rank) => ranked(rank, word)),
      ]
    })
    .join(' ')

/** Inserts rows and nothing else. @param indexesLast builds the listing indexes of the products afterwards */
async function bare(inserts: Insert[], indexesLast: boolean): Promise<Figures> {
  const { db, cpu, remove } = await openDatabase()
  const parts = Math.ceil(PRODUCTS / PER_TRANSACTION)
  const insert = (n: number) =>
    db.transaction(async (tx) => {
      if (n === 0 && indexesLast) await deferIndexes(tx)
      await pipelined(
        tx,
        inserts.map((some) => () => some(tx, n, parts)),
      )
    })
  try {
    return await measure(cpu, async () => {
      for (let n = 0; n < parts; n += 1) await insert(n)
      if (indexesLast) await restoreIndexes(db)
      return PRODUCTS
    })
  } finally {
    await remove()
  }
}

/** The inserts of a first import of the file. */
async function insertsOf(file: string): Promise<Insert[]> {
  const { db, remove } = await openDatabase()
  try {
    await importCatalogue({ db, now: () => NOW }, file)
    return await writtenRows(db)
  } finally {
    await remove()
  }
}

const round = (figure: number): string => Math.round(figure).toLocaleString('en-IN')

function print(name: string, figures: Figures, floor: Figures): void {
  const ratio = (figures.perProcessorSecond / floor.perProcessorSecond).toFixed(2)
  console.log(
    `${name.padEnd(14)} ${round(figures.perSecond)} products/s, ${round(figures.perProcessorSecond)} per processor second, ${ratio} of bare, ${(100 * figures.databaseShare).toFixed(0)} % in the database`,
  )
}

try {
  const [file, changedFile] = [GIVEN_FILE ?? writeCatalogue(0), writeCatalogue(1)]
  const { db, cpu, remove } = await openDatabase()
  const results: ImportResult[] = []
  const run = (source: string) => async () => {
    const result = await importCatalogue({ db, now: () => NOW }, source)
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
  const inserts = await insertsOf(file)
  const [floor, lower] = [await bare(inserts, false), await bare(inserts, true)]
  console.log(
    `${engine}: ${JSON.stringify(results.map((result) => [result.created, result.changed, result.unchanged]))}`,
  )
  print('bare inserts', floor, floor)
  print('indexes last', lower, floor)
  print('first import', first, floor)
  print('second import', second, floor)
  if (changed) print('all changed', changed, floor)
  console.log(`peak memory ${firstPeak} after the first import, ${allPeak} after all`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
