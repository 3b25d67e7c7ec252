/** L6 to L8 and L11: more than the server can do. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listProducts, order, PASSWORD } from './customers.ts'
import type { Flood } from './flood.ts'
import { type Call, Client, closedLoop, Figures, openLoop } from './load.ts'
import { Orders } from './ordering.ts'
import { detailPath, filterPath, mixed, pick } from './reading.ts'
import { type Bench, fault, type Row } from './row.ts'

const MEMORY_MAX_MIB = 512

const page = ({ shop }: Bench, n: number): Call => ({
  path: n % 2 === 0 ? filterPath(shop, n) : detailPath(shop, n),
})

export async function logins(bench: Bench): Promise<Row[]> {
  const { server, customers } = bench
  const pace = { perSecond: 100, seconds: 20 }
  const login = (n: number): Call => ({
    path: '/api/auth/login',
    body: { email: pick(customers, n).email, password: PASSWORD },
  })
  const [tried, pages] = await Promise.all([
    openLoop({ port: server.port, connections: 100, call: login }, pace),
    openLoop({ port: server.port, connections: 32, call: (n) => page(bench, n) }, pace),
  ])
  const served = (tried.statuses.get(200) ?? 0) / pace.seconds
  const wrong = tried.othersThan(200, 429, 503)
  const failed = pages.othersThan(200, 503)
  return [
    {
      id: 'L6',
      what: '100 logins/s beside 100 pages/s (response times: of the pages)',
      figures: pages,
      counts: `${served.toFixed(0)} logins/s served; logins ${tried.summary}; pages ${pages.summary}`,
      mark: '≥ 12 logins/s served, the rest 429 or 503, pages p99 ≤ 300 ms',
      holds: served >= 12 && pages.percentile(0.99) <= 300,
      faults: [
        ...fault(wrong > 0, `${wrong} logins not 200, 429 or 503`),
        ...fault(failed > 0, `${failed} pages failed`),
      ],
    },
  ]
}

const NORMAL_WITHIN_S = 10
const NORMAL_MS = 100
const NORMAL_REPLIES = 5

/** Seconds until pages are answered quickly again, or until half a minute is over. */
async function secondsToNormal(bench: Bench): Promise<number> {
  const begun = performance.now()
  const client = new Client(bench.server.port)
  const elapsed = () => (performance.now() - begun) / 1000
  for (let quick = 0; quick < NORMAL_REPLIES && elapsed() < 3 * NORMAL_WITHIN_S;) {
    const sent = performance.now()
    const { status } = await client.send(page(bench, Math.round(sent)))
    quick = status === 200 && performance.now() - sent < NORMAL_MS ? quick + 1 : 0
    await sleep(50)
  }
  client.close()
  return elapsed()
}

async function recovered(bench: Bench): Promise<{ counts: string; faults: string[] }> {
  const seconds = await secondsToNormal(bench)
  const { peak } = bench.server.memory()
  return {
    counts: `highest memory ${peak.toFixed(0)} MiB, normal again in ${seconds.toFixed(1)} s`,
    faults: fault(peak > MEMORY_MAX_MIB, `${peak.toFixed(0)} MiB`),
  }
}

export async function crowd(bench: Bench): Promise<Row[]> {
  const { server } = bench
  const call = (n: number) => page(bench, n)
  const figures = await closedLoop({ port: server.port, connections: 2000, call }, { seconds: 10 })
  const wrong = figures.othersThan(200, 429, 503)
  const { counts, faults } = await recovered(bench)
  return [
    {
      id: 'L7',
      what: '2,000 connections for 10 s',
      figures,
      counts: `${figures.summary}; ${counts}`,
      mark: `only 200, 429, 503; ≤ ${MEMORY_MAX_MIB} MiB; normal again in ${NORMAL_WITHIN_S} s`,
      holds: true,
      faults: [...fault(wrong > 0, `${wrong} others`), ...faults],
    },
  ]
}

const ORDERS_AT_ONCE = 3000

export async function orderRush(bench: Bench): Promise<Row[]> {
  const { server, customers } = bench
  const products = await listProducts(server)
  const figures = new Figures()
  const made = new Orders()
  let unexplained = 0
  const place = async (n: number): Promise<void> => {
    const client = new Client(server.port)
    const call = order(pick(customers, n), pick(products, n), 'buy-now')
    const begun = performance.now()
    const reply = await client.send(call)
    figures.add(performance.now() - begun, reply.status)
    made.add(call.key, reply)
    if (reply.status === 503 && !/^retry-after: \d+$/im.test(reply.head)) unexplained += 1
    client.close()
  }
  await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, (_, n) => place(n)))
  const wrong = figures.othersThan(201, 429, 503)
  const { counts, faults } = await recovered(bench)
  return [
    {
      id: 'L7',
      what: `${ORDERS_AT_ONCE} orders at once`,
      figures,
      counts: `${figures.summary}; ${counts}`,
      mark: `only 201, 429, 503 with Retry-After; ≤ ${MEMORY_MAX_MIB} MiB; none lost`,
      holds: made.acknowledged > 0,
      faults: [
        ...fault(wrong > 0, `${wrong} others`),
        ...fault(unexplained > 0, `${unexplained} without Retry-After`),
        ...faults,
        ...(await made.faults(bench)),
      ],
    },
  ]
}

const CUSTOMER = '127.0.0.2'
const VISITS = { perSecond: 10, seconds: 30 }
const FLOODS = [128, 1000]

/** Customers come at a fixed rate, each on a connection of its own. */
async function visits({ server }: Bench, path: (n: number) => string): Promise<Figures> {
  const figures = new Figures()
  const visit = async (n: number): Promise<void> => {
    await sleep((n * 1000) / VISITS.perSecond)
    const client = new Client(server.port, CUSTOMER)
    const begun = performance.now()
    const { status } = await client.send({ path: path(n) })
    figures.add(performance.now() - begun, status)
    client.close()
  }
  await Promise.all(Array.from({ length: VISITS.perSecond * VISITS.seconds }, (_, n) => visit(n)))
  return figures
}

/** Customers' products and health checks, while `others` run. */
async function beside<T>(bench: Bench, others: () => Promise<T>) {
  const { productIds } = bench.shop
  const [products, pages, health, result] = await Promise.all([
    visits(bench, (n) => `/api/products/${pick(productIds, mixed(n))}`),
    visits(bench, (n) => `/product/${pick(productIds, mixed(n))}`),
    visits(bench, () => '/healthz'),
    others(),
  ])
  return { products, pages, health, result }
}

const halfAndMost = (figures: Figures): string =>
  `p50 ${figures.percentile(0.5).toFixed(0)}, p99 ${figures.percentile(0.99).toFixed(0)} ms`

async function flood({ server }: Bench, connections: number): Promise<Flood> {
  const program = join(import.meta.dirname, 'flood.ts')
  const child = fork(program, [server.port, connections, VISITS.seconds].map(String))
  const [flooded] = (await once(child, 'message')) as [Flood]
  return flooded
}

/** L11: one stranger asks for pages that must be rendered. */
export async function coldPages(bench: Bench): Promise<Row[]> {
  const alone = await beside(bench, async () => undefined)
  const rows: Row[] = []
  for (const connections of FLOODS) {
    const { products, pages, health, result } = await beside(bench, () => flood(bench, connections))
    const { peak } = bench.server.memory()
    const wrong = [products, pages, health].reduce((sum, figures) => sum + figures.othersThan(200, 503), 0)
    rows.push({
      id: 'L11',
      what: `cold pages from ${connections} connections of one caller (response times: products of others)`,
      figures: products,
      counts: [
        `pages of others ${halfAndMost(pages)}; /healthz ${halfAndMost(health)}`,
        `without the flood products ${halfAndMost(alone.products)}, pages ${halfAndMost(alone.pages)}, /healthz ${halfAndMost(alone.health)}`,
        `flood ${result.perSecond.toFixed(0)}/s, ${result.summary}, ${result.rendered} rendered; highest memory ${peak.toFixed(0)} MiB`,
      ].join('; '),
      mark: `products and /healthz p50 ≤ 50 ms, p99 ≤ 300 ms; ≤ ${MEMORY_MAX_MIB} MiB`,
      holds: [products, health].every((one) => one.percentile(0.5) <= 50 && one.percentile(0.99) <= 300),
      faults: [
        ...fault(wrong > 0, `${wrong} others failed`),
        ...fault(peak > MEMORY_MAX_MIB, `${peak.toFixed(0)} MiB`),
      ],
    })
  }
  return rows
}

const SLOW = 500
const CUT_WITHIN_S = 30
/** The kernel and this process need a moment to notice a cut. */
const TOLERANCE_S = 3

/** Sends one byte a second until the server closes. @returns its status, 0 for none, and after how many seconds */
function dribble(port: number, start: string): Promise<{ status: number; seconds: number }> {
  return new Promise((resolve) => {
    const begun = performance.now()
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let received = ''
    socket.write(start)
    const timer = setInterval(() => socket.writable && socket.write('x'), 1000)
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ status: Number(received.slice(9, 12)), seconds: (performance.now() - begun) / 1000 })
    })
  })
}

export async function slowConnections(bench: Bench): Promise<Row[]> {
  const { server } = bench
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\n'
  const body = `${head}content-type: application/json\r\ncontent-length: 4000\r\n\r\n{"email":"`
  const slow = [`${head}x-slow: `, body].flatMap((start) =>
    Array.from({ length: SLOW }, () => dribble(server.port, start)),
  )
  const pace = { perSecond: 50, seconds: CUT_WITHIN_S }
  const others = openLoop({ port: server.port, connections: 16, call: (n) => page(bench, n) }, pace)
  const [figures, cut] = await Promise.all([others, Promise.all(slow)])
  const late = cut.filter(({ seconds }) => seconds > CUT_WITHIN_S + TOLERANCE_S).length
  const notTold = cut.filter(({ status }) => status !== 408).length
  const failed = figures.othersThan(200, 503)
  const last = Math.max(...cut.map(({ seconds }) => seconds))
  return [
    {
      id: 'L8',
      what: `${SLOW} slow heads and ${SLOW} slow bodies (response times: of others)`,
      figures,
      counts: `last cut after ${last.toFixed(1)} s; others ${figures.summary}`,
      mark: `others p99 ≤ 200 ms, each cut in ${CUT_WITHIN_S} s with 408`,
      holds: figures.percentile(0.99) <= 200 && last <= CUT_WITHIN_S,
      faults: [
        ...fault(late > 0, `${late} cut late`),
        ...fault(notTold > 0, `${notTold} without 408`),
        ...fault(failed > 0, `${failed} others failed`),
      ],
    },
  ]
}
