/** M13: each public call alone, computed, and the memory and start of the server. */
import { setTimeout as sleep } from 'node:timers/promises'
import { pagesOfTwelve, READINGS, threeWords } from './catalogue.ts'
import { Client, Figures } from './load.ts'
import { pick } from './reading.ts'
import { type Bench, fault, type Row } from './row.ts'
import { type BenchShop, makeShop, type Server, startServer } from './server.ts'

const ALONE_MS = 100
/** Of the demo shop: until its first answer, and its memory when nobody asks for anything. */
const START_MS = 400
const IDLE_MIB = 110
const STARTS = 3
const ALONE_TIMES = 5
/** How long a large shop may take to count its facets first, in ms. */
const FACETS_MS = 120_000

export async function alone({ shop, server }: Bench): Promise<Row[]> {
  const figures = new Figures()
  const client = new Client(server.port)
  const facetsMs = await untilFacets(client)
  const calls: { path: string; ms: number }[] = []
  for (let n = 0; n < ALONE_TIMES; n += 1) {
    for (const path of publicPaths(shop, n)) {
      const begun = performance.now()
      const { status } = await client.send({ path: `${path}${path.includes('?') ? '&' : '?'}alone=${n}` })
      const ms = performance.now() - begun
      figures.add(ms, status)
      calls.push({ path, ms })
    }
  }
  client.close()
  const wrong = figures.othersThan(200)
  const slowest = calls.toSorted((a, b) => b.ms - a.ms)
  const named = slowest.slice(0, 3).map(({ path, ms }) => `${ms.toFixed(0)} ms \`${path}\``)
  const memory = `${server.idleMemory.toFixed(0)} MiB idle, ${server.memory().peak.toFixed(0)} at most`
  const demo = await demoStarts(shop)
  const demoCounts = `demo shop ${demo.startMs.toFixed(0)} ms (${demo.startCpu.toFixed(0)} of a core), ${demo.idleMemory.toFixed(0)} MiB idle`
  return [
    {
      id: 'M13',
      what: `each public call alone, ${shop.productIds.length} products`,
      figures,
      counts: `slowest ${named.join(', ')}; first answer ${server.startMs.toFixed(0)} ms after the start, facets ${facetsMs.toFixed(0)} ms after the first call; ${memory}; ${demoCounts}`,
      mark: `≤ ${ALONE_MS} ms; demo shop ≤ ${START_MS} ms, ≤ ${IDLE_MIB} MiB`,
      holds:
        (slowest[0]?.ms ?? 0) <= ALONE_MS &&
        demo.startMs <= START_MS &&
        demo.idleMemory <= IDLE_MIB &&
        wrong === 0,
      faults: fault(wrong > 0, `${wrong} not 200`),
    },
  ]
}

/** The medians of some starts of a demo shop without more products. */
async function demoStarts({ engine }: BenchShop) {
  const demo = await makeShop(engine, 0)
  const starts: Server[] = []
  try {
    for (let n = 0; n < STARTS; n += 1) {
      const server = await startServer(demo)
      starts.push(server)
      await server.stop()
    }
  } finally {
    await demo.remove()
  }
  const median = (figure: (server: Server) => number): number =>
    starts.map(figure).toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN
  return {
    startMs: median(({ startMs }) => startMs),
    startCpu: median(({ startCpu }) => startCpu),
    idleMemory: median(({ idleMemory }) => idleMemory),
  }
}

/** A large shop reads its products for facets in the background, from the first call that asks for them. */
async function untilFacets(client: Client): Promise<number> {
  const begun = performance.now()
  for (let n = 0; performance.now() - begun < FACETS_MS; n += 1) {
    const { body } = await client.send({ path: `/api/products/filter?limit=1&facets=1&first=${n}` })
    if (body.includes('"facets"')) break
    await sleep(50)
  }
  return performance.now() - begun
}

const ORDERS = ['', '&sort=price_asc', '&sort=price_desc', '&sort=discount_desc', '&sort=newest']

/** Every kind of public call; others for another `n`. */
function publicPaths(shop: BenchShop, n: number): string[] {
  const { leaves, parents, brands } = shop
  const filters = [
    '',
    `&category=${pick(parents, n)}`,
    `&category=${pick(leaves, n)}&min_discount=${40 + n}`,
    `&brand=${pick(brands, n)},${pick(brands, n + 1)}&rating=4`,
    `&min_price=${500 + n}&max_price=${4500 - n}`,
    `&min_discount=${50 + n}&min_price=${1000 + n}`,
    `&rating=${4 + n / 10}&in_stock=1`,
    `&is_new_arrival=1&is_featured=1&rating=${4 + n / 10}`,
  ]
  const text = encodeURIComponent(threeWords(shop, n))
  const [word = ''] = threeWords(shop, n).split(' ')
  return [
    ...READINGS.map(({ path }) => path(shop, 7919 * (n + 1))),
    ...filters.flatMap((filter, at) => [
      `/api/products/filter?page=${1 + n}${filter}${pick(ORDERS, n + at)}`,
      `/api/products/filter?page=${1 + n}${filter}${pick(ORDERS, n + at + 1)}&facets=1`,
    ]),
    `/api/products/filter?limit=12&page=${Math.floor(pagesOfTwelve(shop) * (0.9 - n / 10))}&sort=newest`,
    ...[word, text, `${word}%20under%20${900 + n}`, `${word}%20${n + 1000}`].flatMap((search) => [
      `/api/products/search?search=${search}`,
      `/api/products/filter?search=${search}&sort=price_asc&min_price=200&facets=1`,
    ]),
    `/api/products/brands?category=${pick(leaves, n)}`,
    ...['/api/products/brands', '/api/categories', '/api/deals', '/api/deals/active', '/api/banners'],
    ...['/', '/products', `/category-page?category=${pick(leaves, n)}`, '/sitemap.xml'],
  ]
}
