import { describe, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'

async function setUp(stock = 10) {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, { hsn: '9018', gst_rate: 18 }, [
    { stock, variant_name: 'Large', sku: 'L-1' },
  ])
  const stockNow = async () => (await test.shop.db.select().from(test.shop.db.tables.variants))[0]!.stock
  return { test, ...shopper, product, stockNow }
}

describe('POST /api/orders/place-order, paid to the courier', () => {
  it('places a buy-now order with delivery', async () => {
    const { order, place, product, get, stockNow } = await setUp()
    const { body } = await place(order([item(product)], 599, { total_shipping_price: 99 })).expect(201)
    expect(body).toEqual({
      success: true,
      message: 'Order created (COD)',
      order_id: expect.any(Number),
      transactionId: null,
      merchantOrderId: null,
      paymentUrl: null,
    })
    expect(await stockNow()).toBe(9)
    const detail = await get(`/api/orders/${body.order_id}`).expect(200)
    expect(detail.body.order).toMatchObject({
      created_at: START.toISOString(),
      order_status: 'CONFIRMED',
      payment_method: 'COD',
      shipping_name: 'Asha Rao',
      shipping_street: '12 MG Road',
      shipping_zip: '560001',
      total_shipping_price: 99,
      total_discount_amount: 0,
      total_amount: 599,
      order_items: [
        { product_name: product.name, variant_name: 'Large', price: 500, quantity: 1, subtotal: 500 },
      ],
      events: [{ status: 'CONFIRMED' }],
    })
  })

  it('takes the ordered quantities out of the cart, delivery waived', async () => {
    const { order, place, product, add, get } = await setUp()
    await add(product.variant.id, 3)
    await place(order([item(product, 2)], 1000, { total_shipping_price: 0 })).expect(201)
    expect((await get('/api/cart')).body.cart).toMatchObject([{ quantity: 1 }])
  })
})
