/** L9: a shop that has sold for years. */
import { listProducts, order, signUpCustomers } from './customers.ts'
import { type Call, closedLoop, openLoop, type Reply } from './load.ts'
import { Orders } from './ordering.ts'
import { filterPath, mixed, pick } from './reading.ts'
import { type Bench, fault, type Row } from './row.ts'
import { makeOldShop, startServer } from './server.ts'

const SIZES = { products: 100_000, customers: 20_000, orders: 1_000_000 }
const START_MS = 5000
const CONNECTIONS = 16
const FILTERS = 3000
const FILTER_MS = 150
const ORDERS_PER_SECOND = 50
const ORDER_SECONDS = 30
const ORDER_MS = 30
const WARM_UP = 300

/**
 * Seeds for some minutes of processor time.
 *
 * @param folder data of such a shop, which then gets more stock and orders
 */
export async function oldShop(bench: Bench, folder: string | undefined): Promise<Row[]> {
  const shop = await makeOldShop('sqlite', SIZES, folder)
  try {
    const server = await startServer(shop)
    const large = { ...bench, shop, server }
    try {
      return [await filters(large), await ordersOf(large)]
    } finally {
      await server.stop()
    }
  } finally {
    await shop.remove()
  }
}

async function filters({ shop, server }: Bench): Promise<Row> {
  const { port, startMs, idleMemory } = server
  const load = { port, connections: CONNECTIONS }
  const callFrom = (from: number) => (n: number) => ({ path: filterPath(shop, from + n) })
  await closedLoop({ ...load, call: callFrom(FILTERS) }, { requests: WARM_UP })
  const figures = await closedLoop({ ...load, call: callFrom(0) }, { requests: FILTERS })
  const wrong = figures.othersThan(200, 503)
  return {
    id: 'L9',
    what: `product filter among 100,000, beside a million orders, ${CONNECTIONS} connections`,
    figures,
    counts: `${figures.summary}; first answer ${startMs.toFixed(0)} ms after the start, ${idleMemory.toFixed(0)} MiB idle`,
    mark: `start ≤ ${START_MS / 1000} s, p99 ≤ ${FILTER_MS} ms, all 200`,
    holds: startMs <= START_MS && figures.percentile(0.99) <= FILTER_MS && figures.othersThan(200) === 0,
    faults: fault(wrong > 0, `${wrong} not 200 or 503`),
  }
}

async function ordersOf({ shop, server }: Bench): Promise<Row> {
  const customers = await signUpCustomers(server, CONNECTIONS)
  const products = await listProducts(server)
  const made = new Orders()
  const keys: string[] = []
  const call = (n: number): Call => {
    const next = order(pick(customers, n), pick(products, mixed(n)), 'buy-now')
    keys[n] = next.key
    return next
  }
  const onReply = (reply: Reply, n: number) => made.add(keys[n] ?? '', reply)
  const load = { port: server.port, connections: CONNECTIONS, call, onReply }
  await closedLoop(load, { requests: WARM_UP })
  const figures = await openLoop(load, { perSecond: ORDERS_PER_SECOND, seconds: ORDER_SECONDS })
  const wrong = figures.othersThan(201, 503)
  return {
    id: 'L9',
    what: `${ORDERS_PER_SECOND} cash orders a second there`,
    figures,
    counts: `${figures.summary}; ${server.memory().peak.toFixed(0)} MiB at most`,
    mark: `p99 ≤ ${ORDER_MS} ms, all 201, invariants`,
    holds: figures.percentile(0.99) <= ORDER_MS && figures.othersThan(201) === 0,
    faults: [...fault(wrong > 0, `${wrong} not 201 or 503`), ...(await made.faults({ shop }))],
  }
}
