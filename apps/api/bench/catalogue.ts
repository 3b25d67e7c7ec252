/** M1 to M12: what reading the shop costs, as a multiple of a bare Fastify route measured in turns with it. */
import { LIMITS } from '@haat/contract/rules'
import { listProducts, order, PASSWORD } from './customers.ts'
import { type Call, closedLoop, Figures, type Reply, stayAwake } from './load.ts'
import { Orders } from './ordering.ts'
import { detailPath, filterPath, mixed, pick, searchPath } from './reading.ts'
import { type Bench, fault, type Row } from './row.ts'
import type { BenchShop } from './server.ts'

const CONNECTIONS = 32
/** Rounds before those that are measured: V8 optimises what runs once for each request after some 10,000 of them. */
const WARM_UP = 15
const ROUNDS = 5
const BARE_REQUESTS = 10_000
/** A ratio above this many times its mark is a fault on any machine, however busy. */
const MARGIN = 8
/** With more than a hundred thousand products a round has so many times fewer requests: some cost hundreds of times more. */
const FEWER = 20
/** Empty answers of a search for what the shop has; more is a fault. */
const EMPTY_MAX = 0.05

interface Reading {
  id: string
  what: string
  /** Multiple of the bare route, at most. */
  mark: number
  /** Of a round. */
  requests: number
  /** Another address for each n, unless the reading is hot. */
  path: (shop: BenchShop, n: number) => string
  /** More callers of rendered pages would get the plain page. */
  connections?: number
  /** Whether few addresses are asked for again and again, and answered from memory. */
  isHot?: boolean
  /** Whether there are fewer addresses than requests: before each round the catalogue counts as changed. */
  isRepeated?: boolean
}

/** How many pages of twelve products the shop shows. */
export const pagesOfTwelve = ({ productIds }: BenchShop): number =>
  Math.min(LIMITS.page_max, Math.floor(productIds.length / 12))

const pageOfTwelve = (shop: BenchShop, n: number): string =>
  `/api/products/filter?limit=12&page=${1 + (n % pagesOfTwelve(shop))}`

function brandAndPrice({ brands }: BenchShop, n: number): string {
  const dice = mixed(n)
  const lowest = dice % 2000
  const prices = `min_price=${lowest}&max_price=${lowest + 2500}`
  return `/api/products/filter?limit=12&page=${1 + ((dice >>> 9) % 4)}&brand=${encodeURIComponent(pick(brands, dice >>> 3))}&${prices}&sort=price_asc`
}

/** Two words of a product's name and one of its category, in any order. */
export function threeWords({ named }: BenchShop, n: number): string {
  const dice = mixed(n)
  const { name, category } = pick(named, dice >>> 3)
  const words = [pick(name, dice), pick(name, dice + 1), pick(category, dice >>> 5)]
  return [0, 1, 2].map((at) => words[(at * (1 + (dice % 2)) + dice) % 3]).join(' ')
}

/** The first letters of a product's name, as somebody types them. */
function typed({ named }: BenchShop, n: number): string {
  const text = pick(named, mixed(n)).name.join(' ')
  return text.slice(0, 3 + (n % 12)).trim()
}

const page = ({ productIds }: BenchShop, n: number): string => `/product/${pick(productIds, n)}`

export const READINGS: Reading[] = [
  {
    id: 'M1',
    what: 'product, each once',
    mark: 12,
    requests: 1000,
    path: ({ productIds }, n) => `/api/products/${pick(productIds, n)}`,
  },
  {
    id: 'M2',
    what: '300 products',
    mark: 3.5,
    requests: 4000,
    isHot: true,
    path: (shop, n) => detailPath(shop, n % 300),
  },
  {
    id: 'M3',
    what: 'list of 12, each page once',
    mark: 20,
    requests: 800,
    isRepeated: true,
    path: pageOfTwelve,
  },
  {
    id: 'M4',
    what: '50 lists of 12',
    mark: 3.5,
    requests: 4000,
    isHot: true,
    path: (shop, n) => pageOfTwelve(shop, n % 50),
  },
  {
    id: 'M5',
    what: 'brand, price and sort, each once',
    mark: 25,
    requests: 1000,
    path: (shop, n) => `${brandAndPrice(shop, n)}&n=${n}`,
  },
  {
    id: 'M6',
    what: 'the same with facets',
    mark: 45,
    requests: 600,
    path: (shop, n) => `${brandAndPrice(shop, n)}&facets=1&n=${n}`,
  },
  { id: 'M7', what: 'settings, computed', mark: 6, requests: 4000, isHot: true, path: () => '/api/settings' },
  {
    id: 'M8',
    what: 'three words, each once',
    mark: 60,
    requests: 1000,
    path: (shop, n) => `${searchPath(threeWords(shop, n))}&n=${n}`,
  },
  {
    id: 'M9',
    what: 'suggestions, each once',
    mark: 25,
    requests: 1000,
    path: (shop, n) => `/api/products/suggest?query=${encodeURIComponent(typed(shop, n))}&n=${n}`,
  },
  {
    id: 'M10',
    what: 'rendered product page, each once',
    mark: 120,
    requests: 300,
    connections: 2,
    path: page,
  },
  {
    id: 'M11',
    what: '50 rendered product pages',
    mark: 5,
    requests: 4000,
    connections: 2,
    isHot: true,
    path: (shop, n) => page(shop, n % 50),
  },
]

/** The marks are those of a smaller shop. */
const isLarge = ({ productIds }: BenchShop): boolean => productIds.length > LARGER

interface Measured {
  figures: Figures
  /** Processor time of a request, and of one to the bare route, in ms. */
  cpu: number
  bare: number
  /** Share of the replies that contain no product, and share of those that were not computed. */
  empty: number
  fromMemory: number
}

async function measure({ shop, server, bareServer }: Bench, reading: Reading): Promise<Measured> {
  const { path, isRepeated = false, connections = CONNECTIONS } = reading
  const requests = Math.ceil(reading.requests / (isLarge(shop) ? FEWER : 1))
  const figures = new Figures()
  let [cpu, bareCpu, empty] = [0, 0, 0]
  const load = { port: server.port, connections }
  const read = async (round: number): Promise<Figures> => {
    if (isRepeated) await shop.touch()
    const call = (n: number): Call => ({ path: path(shop, round * requests + n) })
    const onReply = ({ body }: Reply): void => void (empty += body.includes('"products":[]') ? 1 : 0)
    return closedLoop({ ...load, call, onReply }, { requests })
  }
  const sleep = stayAwake()
  for (let round = 0; round < WARM_UP; round += 1) await read(round)
  empty = 0
  const replies = await catalogueReplies(server.metricsPort)
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareBefore = bareServer.cpuTime()
    const bareLoad = { port: bareServer.port, connections: CONNECTIONS, call: () => ({ path: '/' }) }
    await closedLoop(bareLoad, { requests: BARE_REQUESTS })
    bareCpu += bareServer.cpuTime() - bareBefore
    const before = server.cpuTime()
    figures.addAll(await read(WARM_UP + round))
    cpu += server.cpuTime() - before
  }
  sleep()
  const after = await catalogueReplies(server.metricsPort)
  return {
    figures,
    cpu: cpu / figures.requests,
    bare: bareCpu / (ROUNDS * BARE_REQUESTS),
    empty: empty / figures.requests,
    fromMemory: (after.memory - replies.memory) / figures.requests,
  }
}

/** M1 to M11. */
export async function ratio(bench: Bench, reading: Reading): Promise<Row[]> {
  const { figures, cpu, bare, empty, fromMemory } = await measure(bench, reading)
  const times = cpu / bare
  const wrong = figures.othersThan(200, 503)
  const isCall = reading.path(bench.shop, 0).startsWith('/api/products')
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
  const counts = [
    `${figures.requests} after ${WARM_UP / ROUNDS} times as many`,
    ...(isCall ? [`${percent(fromMemory)} from memory, ${percent(empty)} empty`] : []),
    await sizes(bench, reading.path(bench.shop, 0)),
  ]
  return [
    {
      id: reading.id,
      what: reading.what,
      figures,
      cpu: times * bench.bare.cpu,
      counts: counts.join('; '),
      mark: `≤ ${reading.mark} bare`,
      holds: times <= reading.mark,
      faults: [
        ...fault(wrong > 0, `${wrong} not 200 or 503`),
        ...fault(isCall && !reading.isHot && fromMemory > 0, 'not computed'),
        ...fault(empty > EMPTY_MAX, 'empty'),
        ...fault(times > MARGIN * reading.mark && !isLarge(bench.shop), `more than ${MARGIN} times the mark`),
      ],
    },
  ]
}

/** Bytes of a reply, as it is and compressed. */
async function sizes({ server: { port } }: Bench, path: string): Promise<string> {
  const bytes: string[] = []
  for (const encoding of ['identity', 'gzip', 'br']) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': encoding } })
    const sent = reply.headers.get('content-encoding') ?? 'plain'
    bytes.push(`${reply.headers.get('content-length') ?? '?'} ${sent}`)
    await reply.arrayBuffer()
  }
  return `bytes: ${[...new Set(bytes)].join(', ')}`
}

const WRITE_EVERY = 20
const MIXED_SECONDS = 20

/** M12: hot pages while 5 % of the requests log in, fill carts and order. */
export async function readsBesideWrites(bench: Bench): Promise<Row[]> {
  const { shop, server, customers } = bench
  const products = await listProducts(server)
  const made = new Orders()
  const keys = new Map<number, string>()
  const before = await catalogueReplies(server.metricsPort)
  const write = (n: number, connection: number): Call => {
    const customer = pick(customers, connection)
    const product = pick(products, mixed(n))
    const kind = (n / WRITE_EVERY) % 10
    if (kind === 0) return { path: '/api/auth/login', body: { email: customer.email, password: PASSWORD } }
    if (kind < 7)
      return {
        path: '/api/cart',
        body: { product_id: product.id, variant_id: product.variant_id, quantity: 1 },
        token: customer.token,
      }
    const next = order(customer, product, 'buy-now')
    keys.set(n, next.key)
    return next
  }
  const call = (n: number, connection: number): Call =>
    n % WRITE_EVERY === 0
      ? write(n, connection)
      : { path: n % 2 === 0 ? filterPath(shop, n % 300) : detailPath(shop, n % 300) }
  const reads = new Figures()
  const sentAt = new Map<number, number>()
  const timed = (n: number, connection: number): Call => {
    sentAt.set(n, performance.now())
    return call(n, connection)
  }
  const load = { port: server.port, connections: 8, call: timed }
  const figures = await closedLoop(
    {
      ...load,
      onReply: (reply, n) => {
        const key = keys.get(n)
        if (key !== undefined) made.add(key, reply)
        if (n % WRITE_EVERY > 0) reads.add(performance.now() - (sentAt.get(n) ?? 0), reply.status)
        sentAt.delete(n)
      },
    },
    { seconds: MIXED_SECONDS },
  )
  const after = await catalogueReplies(server.metricsPort)
  const memory = after.memory - before.memory
  const hits = memory / (memory + after.database - before.database)
  const spread = reads.percentile(0.99) / reads.percentile(0.5)
  const wrong = figures.othersThan(200, 201, 409, 503)
  return [
    {
      id: 'M12',
      what: '95 % reads of 300 pages beside 5 % logins, carts and orders',
      figures: reads,
      counts: `${(hits * 100).toFixed(1)} % of reads from memory, p99 is ${spread.toFixed(1)} times p50; ${figures.summary}`,
      mark: '> 90 % from memory, p99 < 5 times p50',
      holds: hits > 0.9 && spread < 5,
      faults: [
        ...fault(hits < 0.8, 'less than 80 % from memory'),
        ...fault(wrong > 0, `${wrong} others`),
        ...(await made.faults(bench)),
      ],
    },
  ]
}

/** How many replies of the catalogue came from memory, and how many from the database. */
export async function catalogueReplies(metricsPort: number): Promise<{ memory: number; database: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const count = (from: string): number =>
    Number(new RegExp(`^haat_catalogue_replies_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { memory: count('memory'), database: count('database') }
}

const LARGER = 100_000
