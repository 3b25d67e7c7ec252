/** A customer tries another's ids on every endpoint. The other's data has a mark that no reply may contain. */
import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { expect, it } from 'vitest'
import { findItems } from '../src/features/orders/orders.store.ts'
import { insertRequest } from '../src/features/returns/return-requests.store.ts'
import { aCoupon, aProduct, type TestCustomer } from './factories.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest, type TestShop } from './test-shop.ts'

const CANARY = 'Canary4711'
const customersOwn = Object.values(contract)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter((endpoint) => endpoint.access === 'customer')

/** Creates everything that a customer can own, with the mark. @returns all ids */
async function aMarkedCustomer(test: TestShop) {
  const [first, second, third] = [await aProduct(test), await aProduct(test), await aProduct(test)]
  await aCoupon(test, { code: 'TEN' })
  const shopper = await aShopper(test)
  const { token, email } = shopper.customer
  const home = { city: CANARY, state: 'Karnataka', country: CANARY, pincode: '560001' }
  const lines = { full_name: CANARY, address_line1: CANARY, address_line2: CANARY }
  const address = await test
    .post('/api/users/addresses', { ...home, ...lines, phone: '9471147114' }, token)
    .expect(201)
  const address_id = address.body.address.id as number
  const added = await shopper.add(first.variant.id, 3).expect(201)
  const line = await shopper.add(second.variant.id, 2).expect(201)
  const saved = await test
    .post('/api/saved', { cart_item_id: line.body.cart_item.cart_item_id }, token)
    .expect(201)
  await test.post('/api/wishlist', { product_id: first.id }, token).expect(201)
  const applied = await shopper.apply('TEN', [item(first)]).expect(200)
  const claims = { address_id, checkout: 'buy-now' }
  const placed = await shopper.place(shopper.order([item(third)], 599, claims), `${CANARY}-key`).expect(201)
  const paid = { ...claims, payment_method: 'ONLINE' }
  const { body: list } = await test.get('/api/users/sessions', token).expect(200)
  const online = await shopper.place(shopper.order([item(third, 2)], 1099, paid)).expect(201)
  const { order_id } = placed.body as { order_id: number }
  const request = await test.shop.db.transaction(async (tx) => {
    const [bought] = await findItems(tx, [order_id])
    const row = { order_id, wish: 'refund', reason: 'size', requested_at: test.shop.now() } as const
    const items = [{ order_item_id: bought!.id, quantity: 1 }]
    return insertRequest(tx, { ...row, comment: CANARY, refund_upi: `${CANARY}@bank` }, items)
  })
  return {
    shopper,
    products: [first, second, third],
    secrets: [CANARY, email, '9471147114', online.body.transactionId, online.body.merchantOrderId],
    ids: [
      address_id,
      shopper.address_id,
      added.body.cart_item.cart_item_id,
      saved.body.saved_item.saved_item_id,
      placed.body.order_id,
      online.body.order_id,
      applied.body.order_coupon_id,
      shopper.customer.id,
      list.sessions[0].id,
      request,
    ] as number[],
  }
}

/** All private data of a customer. */
async function everythingOf(test: TestShop, { token }: TestCustomer): Promise<string> {
  const paths = [
    'users/profile',
    'users/addresses',
    'cart',
    'saved',
    'wishlist',
    'notices',
    'orders?limit=100',
    'users/sessions',
  ]
  const replies = await Promise.all(paths.map((path) => test.get(`/api/${path}`, token).expect(200)))
  return JSON.stringify(replies.map(({ body }) => body as unknown))
}

/** Bodies with a foreign id in each possible field. */
const bodiesNaming = (id: number, lines: object[]): object[] => [
  {},
  { cart_item_id: id, quantity: 1 },
  { user_id: id, code: 'TEN', cart_items: lines },
  { product_id: id },
  { variant_id: id, quantity: 1, user_id: id, cart_item_id: id },
  { id, user_id: id, address_line1: 'x', city: 'x', state: 'KA', pincode: '560001' },
  { address_id: id, user_id: id, payment_method: 'COD', items: lines, total_amount: 599 },
  {
    address_id: id,
    payment_method: 'COD',
    items: lines,
    total_amount: 549,
    total_items_discount: 50,
    order_coupon_id: id,
  },
  { items: [{ order_item_id: id, quantity: 1 }], wish: 'refund', reason: 'size', refund_upi: 'asha@bank' },
]

it('returns and changes nothing of another customer', async () => {
  const test = await shopForThisTest()
  const marked = await aMarkedCustomer(test)
  const before = await everythingOf(test, marked.shopper.customer)
  expect(before).toContain(CANARY)
  const attacker = await aShopper(test)
  const lines = [{ ...item(marked.products[0]!), price: 500 }]
  const ids = [...new Set(marked.ids)]
  const seen: string[] = []
  for (const { method, path, body } of customersOwn) {
    if (path.startsWith('/api/auth/')) continue
    for (const id of ids) {
      for (const payload of body ? bodiesNaming(id, lines) : [undefined]) {
        for (const query of ['', `?user_id=${id}`, `?id=${id}&customer_id=${id}`]) {
          const url = path.replaceAll(/\{\w+\}/g, String(id)) + query
          const headers = {
            authorization: `Bearer ${attacker.customer.token}`,
            'x-user-id': String(id),
            'idempotency-key': `${CANARY}-key`,
          }
          const reply = await test.app.inject({ method, url, headers, ...(payload && { payload }) })
          const output = reply.body + JSON.stringify(reply.headers)
          const leak = marked.secrets.find((secret) => output.includes(secret))
          if (leak !== undefined || reply.statusCode >= 500)
            seen.push(`${method} ${url}: ${reply.statusCode} ${leak}`)
        }
      }
    }
  }
  expect(seen).toEqual([])
  expect(await everythingOf(test, marked.shopper.customer)).toBe(before)
})

it.each(
  customersOwn
    // Products and reviews are everybody's.
    .filter(({ path }) => path.includes('{id}') && !/^\/api\/(products|reviews)\//.test(path))
    .map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const),
)(
  "%s %s answers for another's id as for one that nobody has",
  async (_method, _path, { method, path, body, takes }) => {
    const test = await shopForThisTest()
    const marked = await aMarkedCustomer(test)
    const attacker = await aShopper(test)
    const ask = async (id: number) => {
      const headers = { authorization: `Bearer ${attacker.customer.token}` }
      const home = { address_line1: 'x', city: 'x', state: 'KA', pincode: '560001' }
      const items = [{ order_item_id: 1, quantity: 1 }]
      const back = { items, wish: 'refund', reason: 'size', refund_upi: 'asha@bank' }
      const url = path.replaceAll(/\{\w+\}/g, String(id))
      const payload = takes ? Buffer.from('x') : { ...home, ...back }
      const type = takes && { 'content-type': 'image/png' }
      const sent = { headers: { ...headers, ...type }, ...(body && { payload }) }
      const reply = await test.app.inject({ method, url, ...sent })
      return { status: reply.statusCode, body: reply.body }
    }
    const nobodys = await ask(2_000_000_000)
    const own = new Set([attacker.address_id])
    for (const id of marked.ids) if (!own.has(id)) expect(await ask(id)).toEqual(nobodys)
    expect([200, 404]).toContain(nobodys.status)
  },
)
