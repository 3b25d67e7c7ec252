/**
 * L10: hours of ordinary use, and what grows meanwhile. Of a hundred requests 33 are for pictures, five order, four fill
 * carts, two are for invoices, one logs in; the rest browses, without two requests alike.
 */
import { listProducts, order, PASSWORD } from './customers.ts'
import { type Call, openLoop } from './load.ts'
import { browsing, Orders } from './ordering.ts'
import { mixed, pick } from './reading.ts'
import { type Bench, fault, type Row } from './row.ts'
import { viewing } from './viewing.ts'

const PER_SECOND = 50
const ORDER_EVERY = 20
const PICTURE_EVERY = 3
const INVOICE_EVERY = 50
const CART_EVERY = 25
/** Fewer products in carts than a cart may have lines. */
const IN_CARTS = 20
const LOGIN_EVERY = 100
/** Orders whose invoices are requested. */
const INVOICED_MAX = 1000
/** Points of the memory's curve. */
const CURVE_POINTS = 10
const CONNECTIONS = 20
const SAMPLE_MS = 5000
/** Share of the run before memory and files count. */
const WARM_UP = 0.4
const MEMORY_MAX_MIB = 512
const LOG_MAX_MIB = 64
const FILES_MAX = 5
/** More is a fault: each connection may be reading a picture when the files are counted. */
const FILES_FAULT = 2 * FILES_MAX + CONNECTIONS
const GROWTH_MAX = 1
/** The mark; more is a fault only above MEMORY_MAX_MIB. */
const MEMORY_MIB = 320

interface Sample {
  hours: number
  memory: number
  files: number
  log: number
}

export async function soak(bench: Bench, hours: number): Promise<Row[]> {
  const { server, customers } = bench
  const products = await listProducts(server)
  const made = new Orders()
  const keys = new Map<number, string>()
  const placedBy = new Map<number, string>()
  const invoices: Call[] = []
  const view = await viewing(bench.shop)
  const call = (n: number): Call => {
    const dice = mixed(n)
    const customer = pick(customers, dice)
    const product = pick(products, dice >>> 8)
    if (n % LOGIN_EVERY === 99)
      return { path: '/api/auth/login', body: { email: customer.email, password: PASSWORD } }
    if (n % INVOICE_EVERY === 1 && invoices.length > 0) return pick(invoices, dice)
    if (n % PICTURE_EVERY === 2) return view(n)
    if (n % CART_EVERY === 3)
      return {
        path: '/api/cart',
        body: { variant_id: pick(products, (dice >>> 8) % IN_CARTS).variant_id, quantity: 1 },
        token: customer.token,
      }
    const calls = [...browsing(bench.shop, n), { path: `/product/${product.id}` }]
    if (n % ORDER_EVERY > 0) return pick(calls, n)
    const placed = order(customer, product, 'buy-now')
    keys.set(n, placed.key)
    placedBy.set(n, placed.token ?? '')
    return placed
  }
  const samples: Sample[] = []
  const begun = performance.now()
  const timer = setInterval(() => {
    const at = (performance.now() - begun) / 3_600_000
    samples.push({ hours: at, memory: server.memory().now, files: server.files(), log: server.logSize() })
  }, SAMPLE_MS)
  const figures = await openLoop(
    {
      port: server.port,
      connections: CONNECTIONS,
      call,
      onReply: (reply, n) => {
        const key = keys.get(n)
        if (key !== undefined) made.add(key, reply)
        const id = reply.status === 201 ? /"order_id":(\d+)/.exec(reply.body)?.[1] : undefined
        if (id !== undefined && invoices.length < INVOICED_MAX)
          invoices.push({ path: `/api/orders/${id}/invoice`, token: placedBy.get(n) ?? '' })
        keys.delete(n)
        placedBy.delete(n)
      },
    },
    { perSecond: PER_SECOND, seconds: hours * 3600 },
  )
  clearInterval(timer)
  const warm = samples.filter((sample) => sample.hours >= hours * WARM_UP)
  const growth = slope(warm.map((sample) => [sample.hours, sample.memory]))
  const memory = Math.max(...samples.map((sample) => sample.memory))
  const log = Math.max(...samples.map((sample) => sample.log))
  const files =
    Math.max(...warm.map((sample) => sample.files)) - Math.min(...warm.map((sample) => sample.files))
  const failed = figures.othersThan(200, 201, 503)
  return [
    {
      id: 'L10',
      what: `${hours >= 1 ? `${hours} hours` : `${Math.round(hours * 60)} minutes`} at ${PER_SECOND} requests/s`,
      figures,
      counts: `memory ${curve(samples)} MiB, ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MiB/h after warm-up, at most ${memory.toFixed(0)} MiB; log ≤ ${log.toFixed(1)} MiB; files ± ${Math.ceil(files / 2)}; ${figures.summary}`,
      mark: `memory ≤ ${MEMORY_MIB} MiB and < ${GROWTH_MAX} MiB/h, log ≤ ${LOG_MAX_MIB} MiB, files ± ${FILES_MAX}`,
      holds: growth < GROWTH_MAX && memory <= MEMORY_MIB,
      faults: [
        ...fault(memory > MEMORY_MAX_MIB, `${memory.toFixed(0)} MiB`),
        ...fault(log > LOG_MAX_MIB, `log of ${log.toFixed(0)} MiB`),
        ...fault(files > FILES_FAULT, `${files} files more`),
        ...fault(failed > 0, `${failed} failed`),
        ...(await made.faults(bench)),
      ],
    },
  ]
}

/** The memory at even distances of time, to the end. */
const curve = (samples: Sample[]): string =>
  Array.from({ length: CURVE_POINTS }, (_, n) =>
    samples[Math.ceil(((n + 1) * samples.length) / CURVE_POINTS) - 1]?.memory.toFixed(0),
  ).join(' ')

/** The slope of the line closest to the points. */
function slope(points: [x: number, y: number][]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x0, y0] = [mean(0), mean(1)]
  const above = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0)
  const below = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0)
  return below === 0 ? 0 : above / below
}
