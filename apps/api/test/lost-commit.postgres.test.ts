/** The connection breaks inside a commit: PostgreSQL has committed, and the shop does not know. */
import { expect, it, onTestFinished } from 'vitest'
import { emptyPostgres } from './empty-postgres.ts'
import { aProduct } from './factories.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { proxyTo } from './postgres-proxy.ts'
import { aShopper, item } from './shopper.ts'
import { shopAt } from './test-shop.ts'

it.each([
  ['with a key', 'the-key'],
  ['without a key', undefined],
])(
  'an order whose commit got no answer is placed once, and its repetition %s finds it',
  async (_how, key) => {
    const { url, release } = await emptyPostgres()
    onTestFinished(release)
    const proxy = await proxyTo(url)
    const test = await shopAt({ DATABASE_URL: proxy.url })
    const product = await aProduct(test)
    const shopper = await aShopper(test)
    const initial = await stockNow(test.shop.db)
    const order = shopper.order([item(product)], 599)
    const lost = proxy.loseNextCommit()
    const [{ status, body, headers }] = await Promise.all([shopper.place(order, key), lost])
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
    const again = await shopper.place(order, key).expect(201)
    const { orders } = test.shop.db.tables
    const stored = await test.shop.db.select({ id: orders.id }).from(orders)
    expect(stored).toEqual([{ id: again.body.order_id }])
    await checkInvariants(test.shop.db, initial)
    await test.get('/readyz').expect(200)
  },
)
