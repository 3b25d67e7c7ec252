import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCustomer, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { findNewCustomersShares } from './order-limits.store.ts'

/** More open orders than `isRare` calls few. */
const OPEN = 2100

it('counts what new customers reserve, however many orders are open and however often the variant was sold', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const { orders, order_items } = db.tables
  const [asha, ravi, regular] = [await aCustomer(test), await aCustomer(test), await aCustomer(test)]
  const [rare, other] = [await aProduct(test), await aProduct(test)]
  const orderOf = (id: number, user_id: number, status: 'CONFIRMED' | 'DELIVERED' | 'CANCELLED') => ({
    id,
    user_id,
    status,
    order_number: `n${id}`,
    payment_method: 'COD' as const,
    checkout: 'buy-now' as const,
    created_at: START,
    shipping_name: 'Asha',
    shipping_street: '1',
    shipping_city: 'Pune',
    shipping_state: 'Maharashtra',
    shipping_country: 'India',
    shipping_zip: '411001',
    shipping_phone: '9876543210',
    items_total: 100,
    total_shipping_price: 0,
    total_discount_amount: 0,
    total_amount: 100,
    idempotency_key: `k${id}`,
    request_hash: 'h',
    holds_stock: true,
  })
  const itemOf = (order_id: number, { id, variant }: typeof rare, quantity: number) => ({
    order_id,
    product_id: id,
    variant_id: variant.id,
    product_name: 'Lamp',
    price: 100,
    quantity,
    subtotal: 100 * quantity,
  })
  const rows = Array.from({ length: OPEN }, (_, n) => orderOf(n + 1, n % 2 ? asha.id : ravi.id, 'CONFIRMED'))
  const [delivered, ofRegular, cancelled] = [OPEN + 1, OPEN + 2, OPEN + 3]
  await db.transaction(async (tx) => {
    await tx.insertMany('orders', [
      ...rows,
      orderOf(delivered, regular.id, 'DELIVERED'),
      orderOf(ofRegular, regular.id, 'CONFIRMED'),
      orderOf(cancelled, asha.id, 'CANCELLED'),
    ])
    await tx.insertMany('order_items', [
      ...rows.map(({ id }) => itemOf(id, other, 1)),
      itemOf(1, rare, 3),
      itemOf(2, rare, 4),
      itemOf(4, rare, 2),
      itemOf(delivered, rare, 5),
      itemOf(ofRegular, rare, 6),
      itemOf(cancelled, rare, 7),
    ])
  })
  const share = async (id: number) => (await findNewCustomersShares(db, asha.id, [id], 'COD'))[0]
  const expected = { variant_id: rare.variant.id, reserved: 9, own: 6, stock: rare.variant.stock }
  expect(await share(rare.variant.id)).toEqual(expected)
  expect(await share(other.variant.id)).toMatchObject({ reserved: OPEN, own: OPEN / 2 })
  expect(await findNewCustomersShares(db, asha.id, [rare.variant.id], 'ONLINE')).toMatchObject([
    { reserved: 0, own: 0 },
  ])

  const sold = Array.from({ length: OPEN }, () => itemOf(delivered, rare, 1))
  await db.transaction((tx) => tx.insertMany('order_items', sold))
  expect(await share(rare.variant.id)).toEqual(expected)
  await db.transaction((tx) => tx.update(orders).set({ status: 'DELIVERED' }).where(eq(orders.id, 1)))
  expect(await share(rare.variant.id)).toMatchObject({ reserved: 6, own: 6 })
  await db.transaction((tx) => tx.delete(order_items).where(eq(order_items.order_id, 2)))
  expect(await share(rare.variant.id)).toMatchObject({ reserved: 2, own: 2 })
})
