/**
 * Measures the replies of the catalogue: `node bench/catalogue.ts [products] [requests] [case]`, 10,000, 6,000 and
 * all by default.
 *
 * Each figure is also a ratio to a bare Fastify route measured in the same run, and processor time per request
 * hardly depends on the machine's load. `new` requests each address once, so that no reply is cached; `again` repeats
 * a few hundred.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ManyProducts } from '../test/many-products.ts'
import { type Figures, load } from './load.ts'

const products = process.argv[2] ?? '10000'
const requests = Number(process.argv[3] ?? 6000)
const only = process.argv[4]
const CONNECTIONS = 64
const REPEATED = 300

type Ready = ManyProducts & { port: number; bare: number }

const dataDir = mkdtempSync(join(tmpdir(), 'haat-bench-'))
const server = fork(join(import.meta.dirname, 'catalogue-server.ts'), [products], {
  env: { ...process.env, DATA_DIR: dataDir },
})
const ready = await new Promise<Ready>((resolve, reject) => {
  server.once('message', (message) => resolve(message as Ready))
  server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
})

const pick = <T>(all: readonly T[], n: number): T => all[n % all.length] as T
const mixed = (n: number): number => Math.imul(n + 1, 2_654_435_761) >>> 0

function filterPath(n: number): string {
  const dice = mixed(n)
  const sort = pick(['', '&sort=price_asc', '&sort=price_desc', '&sort=discount_desc', '&sort=newest'], dice)
  const { brands, leaves, parents } = ready
  const filter = pick(
    [
      '',
      `&category=${pick(leaves, dice >>> 3)}`,
      `&category=${pick(parents, dice >>> 3)}`,
      '&rating=3',
      `&brand=${pick(brands, dice >>> 3)}`,
      `&brand=${pick(brands, dice >>> 3)},${pick(brands, dice >>> 7)}`,
      `&min_price=${dice % 4000}&max_price=${(dice % 4000) + 500}`,
      '&in_stock=1',
      '&is_new_arrival=1',
    ],
    dice >>> 5,
  )
  return `/api/products/filter?page=${1 + ((dice >>> 9) % 8)}${filter}${sort}`
}

const WORDS =
  'helmet rope sneakers gloves beaker soap vest drill river summit classic kaveri tapti wear lab'.split(' ')
const searchPath = (n: number): string => {
  const dice = mixed(n)
  const word = pick(WORDS, dice)
  const texts = [
    word,
    `${word} ${pick(WORDS, dice >>> 4)}`,
    word.slice(0, 4),
    `${word} ${(dice >>> 8) % 10_000}`,
  ]
  const typo = `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`
  return `/api/products/search?search=${encodeURIComponent(pick([...texts, typo], dice >>> 12))}`
}

const cases: [string, (n: number) => string][] = [
  ['filter', filterPath],
  ['detail', (n) => `/api/products/${pick(ready.productIds, mixed(n))}`],
  ['search', searchPath],
]

const round = (value: number, digits = 0): string => value.toFixed(digits).padStart(8)

/** The server's processor time so far, in µs. */
async function cpuTime(): Promise<number> {
  const answer = new Promise<NodeJS.CpuUsage>((resolve) => {
    server.once('message', (message) => resolve(message as NodeJS.CpuUsage))
  })
  server.send('cpu')
  const { user, system } = await answer
  return user + system
}

type Measured = Figures & { micros: number }

async function measure(port: number, path: (n: number) => string, count = requests): Promise<Measured> {
  const before = await cpuTime()
  const figures = await load({ port, connections: CONNECTIONS, requests: count, path })
  return { ...figures, micros: ((await cpuTime()) - before) / count }
}

await measure(ready.bare, () => '/', 2000)
const bare = await measure(ready.bare, () => '/')
console.log(`${products} products, ${CONNECTIONS} connections, ${requests} requests each`)
console.log('                  req/s  p99 ms  of bare  cpu µs  of bare  failed')
const print = (name: string, { perSecond, p99, failed, micros }: Measured): void => {
  const speed = `${round(perSecond)}${round(p99, 1)} ${round(perSecond / bare.perSecond, 3)}`
  console.log(`${name.padEnd(14)} ${speed}${round(micros)} ${round(micros / bare.micros, 1)}${round(failed)}`)
}
print('bare fastify', bare)
for (const [name, path] of cases.filter(([name]) => only === undefined || name === only)) {
  const once = (n: number) => `${path(n)}${path(n).includes('?') ? '&' : '?'}n=${n}`
  await measure(ready.port, (n) => once(n + requests), 500)
  print(`${name}, new`, await measure(ready.port, once))
  print(`${name}, again`, await measure(ready.port, (n) => path(n % REPEATED)))
}
server.disconnect()
rmSync(dataDir, { recursive: true, force: true })
