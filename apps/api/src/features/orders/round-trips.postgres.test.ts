/** How often placing an order asks PostgreSQL: each time costs a trip to the server and back. */
import { expect, it } from 'vitest'
import { aCustomer, anAddress, aProduct } from '../../../test/factories.ts'
import { recordQueries } from '../../../test/record-queries.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../settings/default-settings.ts'
import { writeSettings } from '../settings/settings.store.ts'

const WITHIN_LIMITS = { ...NEW_SHOP_LIMITS, verified_contact: false }

it.each([
  ['without limits', DEFAULT_SETTINGS.limits, 'COD', 4, 5],
  ['of a new customer within limits', WITHIN_LIMITS, 'COD', 12, 7],
  ['paid online', DEFAULT_SETTINGS.limits, 'ONLINE', 9, 3],
])(
  'an order %s takes few trips, for four lines as for one',
  async (_what, limits, payment_method, most, inserts) => {
    const test = await shopForThisTest()
    await test.shop.db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits }))
    const customer = await aCustomer(test)
    const address = await anAddress(test, customer)
    const items: { product_id: number; variant_id: number; quantity: number }[] = []
    for (let n = 0; n < 4; n += 1) {
      const { id, variant } = await aProduct(test, {}, [{ stock: 2000 }])
      items.push({ product_id: id, variant_id: variant.id, quantity: 1 })
    }
    const place = async (lines: number) => {
      test.clock.advance(60)
      const order = { address_id: address.id, payment_method, items: items.slice(0, lines) }
      const total_amount = lines * 500 + 99
      await test.post('/api/orders/place-order', { ...order, total_amount }, customer.token).expect(201)
    }
    await place(4)
    const record = recordQueries()
    await place(1)
    const one = record.trips
    const afterBegin = record.sent.slice(record.sent.indexOf('begin') + 1)
    // What is sent with the lock reads what is there once it is granted.
    expect(afterBegin[0]).toMatch(/^update "users" set "revision"/)
    const writes = afterBegin
      .slice(0, afterBegin.indexOf('commit'))
      .filter((text) => text.startsWith('insert'))
    expect(writes.length).toBe(inserts)
    await place(4)
    expect([one, record.trips - one]).toEqual([most, most])
  },
)
