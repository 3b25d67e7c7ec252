/** L4 and L5: orders, and shoppers who do everything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Customer, type Listed, listProducts, order } from './customers.ts'
import { type Call, Client, closedLoop, Figures, type Reply } from './load.ts'
import { detailPath, filterPath, mixed, pick, searchPath } from './reading.ts'
import { type Bench, fault, type Row, withCpu } from './row.ts'
import type { BenchShop } from './server.ts'

const CONNECTIONS = 16
const ORDERS = 3000
const WARM_UP = 300

/** Orders by key: sent, and acknowledged with 201. */
export class Orders {
  readonly sent = new Set<string>()
  readonly #acknowledged = new Set<string>()

  add(key: string, { status }: Reply): void {
    this.sent.add(key)
    if (status === 201) this.#acknowledged.add(key)
  }

  get acknowledged(): number {
    return this.#acknowledged.size
  }

  /** Orders that were acknowledged but are not in the database, that are there twice, and broken invariants. */
  async faults({ shop }: Pick<Bench, 'shop'>): Promise<string[]> {
    try {
      const counts = await shop.check(this.sent)
      const lost = [...this.#acknowledged].filter((key) => counts.get(key) === 0).length
      const doubled = [...counts.values()].filter((count) => count > 1).length
      return [...fault(lost > 0, `${lost} lost`), ...fault(doubled > 0, `${doubled} doubled`)]
    } catch (error) {
      return [error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)]
    }
  }
}

export async function orders(bench: Bench): Promise<Row[]> {
  const { server, customers } = bench
  const products = await listProducts(server)
  const made = new Orders()
  const measure = (requests: number) => {
    const keys: string[] = []
    const call = (n: number, connection: number): Call => {
      const next = order(pick(customers, connection), pick(products, mixed(n)), 'buy-now')
      keys[n] = next.key
      return next
    }
    const onReply = (reply: Reply, n: number) => made.add(keys[n] ?? '', reply)
    return closedLoop({ port: server.port, connections: CONNECTIONS, call, onReply }, { requests })
  }
  await measure(WARM_UP)
  const { figures, cpu } = await withCpu(server, () => measure(ORDERS))
  const wrong = figures.othersThan(201, 503)
  return [
    {
      id: 'L4',
      what: `cash orders on disk, ${CONNECTIONS} connections`,
      figures,
      cpu,
      mark: '≥ 300/s, p99 ≤ 150 ms, all 201, invariants',
      holds: figures.perSecond >= 300 && figures.percentile(0.99) <= 150 && figures.othersThan(201) === 0,
      faults: [...fault(wrong > 0, `${wrong} not 201 or 503`), ...(await made.faults(bench))],
    },
  ]
}

const THINK_MS = 1000

/** @param minutes how long the shoppers shop */
export async function shoppers(bench: Bench, minutes: number): Promise<Row[]> {
  const { server, customers } = bench
  const products = await listProducts(server)
  const made = new Orders()
  const figures = new Figures()
  const until = performance.now() + minutes * 60_000
  const shop = async (customer: Customer, index: number): Promise<void> => {
    const client = new Client(server.port)
    await sleep((mixed(index) / 2 ** 32) * THINK_MS)
    for (let round = index; performance.now() < until; round += customers.length)
      for (const call of journey(bench, customer, pick(products, mixed(round)), round)) {
        const begun = performance.now()
        const reply = await client.send(call)
        figures.add(performance.now() - begun, reply.status)
        if (call.key !== undefined) made.add(call.key, reply)
        await sleep(THINK_MS * (0.5 + mixed(figures.requests) / 2 ** 32))
      }
    client.close()
  }
  await Promise.all(customers.map(shop))
  const failed = figures.othersThan(200, 201, 503)
  return [
    {
      id: 'L5',
      what: `${customers.length} shoppers for ${minutes} minutes`,
      figures,
      counts: `${figures.summary}; ${made.acknowledged} orders`,
      mark: 'p99 ≤ 300 ms, no failure, invariants',
      holds: figures.percentile(0.99) <= 300 && figures.othersThan(200, 201) === 0,
      faults: [...fault(failed > 0, `${failed} failed`), ...(await made.faults(bench))],
    },
  ]
}

/** What one visit sends: home, a list, a search, a product, the cart, its checkout and the order history. */
function journey({ shop }: Bench, customer: Customer, product: Listed, n: number): Call[] {
  const { token } = customer
  return [
    ...browsing(shop, n),
    { path: `/api/products/${product.id}` },
    { path: '/api/cart', body: { variant_id: product.variant_id, quantity: 1 }, token },
    { path: '/api/cart', token },
    { path: '/api/users/addresses', token },
    order(customer, product, 'cart'),
    { path: '/api/orders?page=1', token },
  ]
}

/** Calls that any visitor makes: home, a list, a search and a product. */
export const browsing = (shop: BenchShop, n: number): Call[] => [
  { path: '/' },
  { path: '/api/settings' },
  { path: '/api/categories' },
  { path: '/api/deals/active' },
  { path: filterPath(shop, n) },
  { path: searchPath(pick(shop.words, mixed(n))) },
  { path: detailPath(shop, n) },
]
