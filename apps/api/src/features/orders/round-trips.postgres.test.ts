/** How often placing an order asks PostgreSQL: each time costs a trip to the server and back. */
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { aCustomer, anAddress, aProduct } from '../../../test/factories.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'

function recordQueries(): string[] {
  const sent: string[] = []
  // oxlint-disable-next-line unbound-method -- called with its `this` below
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...values: never[]
  ) {
    const [config] = values as unknown as [string | { text: string; name?: string }]
    sent.push(typeof config === 'string' ? config : `${config.name ?? '-'}: ${config.text}`)
    return (query as (...given: never[]) => unknown).apply(this, values)
  } as never)
  onTestFinished(() => spy.mockRestore())
  return sent
}

it.each([
  ['without limits', DEFAULT_SETTINGS.limits, 'COD'],
  ['of a new customer within limits', { ...NEW_SHOP_LIMITS, verified_contact: false }, 'COD'],
  ['paid online', DEFAULT_SETTINGS.limits, 'ONLINE'],
])('an order %s', async (_what, limits, payment_method) => {
  const test = await shopForThisTest()
  await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits }))
  const customer = await aCustomer(test)
  const address = await anAddress(test, customer)
  const products = []
  for (let n = 0; n < 4; n += 1) products.push(await aProduct(test, {}, [{ stock: 2000 }]))
  const place = async (lines: number) => {
    test.clock.advance(60)
    const items = products.slice(0, lines).map(({ id, variant }) => ({ product_id: id, variant_id: variant.id, quantity: 1 }))
    await test.post('/api/orders/place-order', { address_id: address.id, payment_method, items, total_amount: lines * 500 + 99 }, customer.token).expect(201)
  }
  await place(4)
  const sent = recordQueries()
  await place(1)
  const one = sent.length
  console.log(_what, one, '\n' + sent.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 160)).join('\n'))
  await place(4)
  console.log(_what, one, sent.length - one)
})
