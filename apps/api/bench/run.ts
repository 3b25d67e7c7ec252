/**
 * Measures the built server under load: `npm run bench -- [--rows L1,L4] [--engine sqlite|postgres] [--products 10000]
 * [--minutes 3] [--hours 0.34] [--data folder] [--catalogue folder]`. Minutes are those of L5, hours those of L10; L9, which seeds for some
 * minutes, runs when it is named, on the shop of a folder if one is given. `--catalogue` keeps the shop of the other rows on
 * SQLite in a folder, so that a million products are seeded once. Without `--engine` it measures all rows on
 * SQLite, and L1, L2 and L4 on PostgreSQL too if TEST_POSTGRES_URL names a server. `npm run bench -- scale` measures the
 * rows of scale.ts on both engines instead, `npm run bench -- search-quality` the answers to judged queries, `npm run
 * bench -- lighthouse [--runs 5]` pages in a browser.
 *
 * Prints a Markdown table. Exits with 1 only for what is wrong on any machine: wrong replies, lost orders, broken
 * invariants, too much memory, a cost of eight times its mark. A 503 is none: a machine that is too busy may refuse. Judge times on a quiet machine, by their ratio to the bare Fastify route.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { alone } from './alone.ts'
import { ratio, READINGS, readsBesideWrites } from './catalogue.ts'
import { signUpCustomers } from './customers.ts'
import { oldShop } from './large.ts'
import { orders, shoppers } from './ordering.ts'
import { coldPages, crowd, logins, orderRush, slowConnections } from './pressure.ts'
import { detail, filter, search } from './reading.ts'
import { type Bench, HEADINGS, measureBare, type Row, toLine } from './row.ts'
import { BUYERS, checkouts, imports, pages, readsAndWrites } from './scale.ts'
import { printSearchQuality } from './search-quality.ts'
import { makeShop, startBare, startServer } from './server.ts'
import { soak } from './soak.ts'

const SCALE = 'X1,X2,X3,X4'
const DEFAULT = 'M13,M,L1,L2,L3,L4,L5,L6,L7,L8,L10,L11'
const MILLION = 'M13,M'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    engine: { type: 'string' },
    products: { type: 'string' },
    million: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '3' },
    hours: { type: 'string', default: '0.34' },
    data: { type: 'string' },
    catalogue: { type: 'string' },
    list: { type: 'string' },
    runs: { type: 'string', default: '5' },
  },
})

if (positionals.includes('lighthouse')) {
  // A program of another package.
  const program = join(import.meta.dirname, '../../../e2e/bench/lighthouse.ts')
  const { status } = spawnSync(process.execPath, [program, '--runs', values.runs], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

if (positionals.includes('search-quality')) {
  await printSearchQuality(values.list)
  process.exit(0)
}

const CUSTOMERS = 200
/** M1 to M11, which `M` stands for. */
const READ_IDS = READINGS.map(({ id }) => id)
/** The rows in which the database is the most of the work. */
const BOTH_ENGINES = [...READ_IDS, 'M12', 'L1', 'L2', 'L4', 'X1', 'X2', 'X3', 'X4']

const ROWS: (readonly [id: string, measure: (bench: Bench) => Promise<Row[]>])[] = [
  ['M13', alone],
  ...READINGS.map((reading) => [reading.id, (bench: Bench) => ratio(bench, reading)] as const),
  ['M12', readsBesideWrites],
  ['L1', filter],
  ['L2', detail],
  ['L3', search],
  ['L4', orders],
  ['L5', (bench) => shoppers(bench, Number(values.minutes))],
  ['L6', logins],
  ['L8', slowConnections],
  ['L9', (bench) => oldShop(bench, values.data)],
  ['L10', (bench) => soak(bench, Number(values.hours))],
  ['L11', coldPages],
  // Last: after them the server has had its highest memory.
  ['L7', crowd],
  ['L7', orderRush],
  ['X1', checkouts],
  ['X2', pages],
  ['X3', readsAndWrites],
]

/** @returns how many rows have faults */
async function measureOn(engine: Engine, ids: string[]): Promise<number> {
  const products = Number(values.products ?? (values.million ? 1_000_000 : 10_000))
  const shop = await makeShop(engine, products, engine === 'sqlite' ? values.catalogue : undefined)
  const bareServer = await startBare()
  const server = await startServer(shop)
  let faulty = 0
  try {
    const bench = {
      shop,
      server,
      bareServer,
      bare: await measureBare(bareServer),
      customers: await signUpCustomers(server, scale ? BUYERS : CUSTOMERS),
    }
    console.error(`Bare Fastify: ${bench.bare.perSecond.toFixed(0)} requests/s`)
    for (const [id, measure] of ROWS) {
      if (!ids.includes(id)) continue
      for (const row of await measure(bench)) {
        console.log(toLine(bench, row))
        if (row.faults.length > 0) faulty += 1
      }
    }
  } finally {
    await bareServer.stop()
    await server.stop()
    await shop.remove()
  }
  if (ids.includes('X4')) console.log(await imports(engine))
  return faulty
}

const scale = positionals.includes('scale')
const ids = (values.rows ?? (scale ? SCALE : values.million ? MILLION : DEFAULT))
  .split(',')
  .flatMap((id) => (id === 'M' ? READ_IDS : [id]))
const engines: Engine[] =
  values.engine === 'sqlite' || values.engine === 'postgres'
    ? [values.engine]
    : ['sqlite', ...(process.env['TEST_POSTGRES_URL'] ? ['postgres' as const] : [])]
for (const heading of HEADINGS) console.log(heading)
let faulty = 0
for (const engine of engines) {
  const chosen = engine === 'postgres' ? ids.filter((id) => BOTH_ENGINES.includes(id)) : ids
  if (chosen.length > 0) faulty += await measureOn(engine, chosen)
}
process.exit(faulty > 0 ? 1 : 0)
