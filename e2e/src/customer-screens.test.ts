/** The screens of customers: of one with orders, and of a new one. */
import { beforeAll, describe, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { JOURNEY_DEVICES } from './browser.ts'
import { ASHA, customerOf, fillCart, VIKRAM } from './customers.ts'
import { checkScreen } from './screen-check.ts'
import { shop, useShop } from './setup.ts'

useShop()

const PRIVATE = [
  '/cart',
  '/ordersummary',
  '/account/orders',
  '/order-confirmation/1',
  ...byDepth(
    [],
    [
      '/buynow-summary?product=1',
      '/profile',
      '/account/wishlist',
      // The same screens with other content.
      '/order-confirmation/999999',
      '/profile?tab=orders',
      '/account/orders?page=2',
      '/order-confirmation',
    ],
  ),
]

/** The same screens of a customer who has nothing yet. */
const EMPTY = byDepth([], ['/cart', '/ordersummary', '/account/orders', '/account/wishlist'])

beforeAll(async () => {
  const asha = await customerOf(shop.url, ASHA)
  await fillCart(asha, [{ variant_id: 1, quantity: 1 }])
  await asha.send('POST', '/api/wishlist', { product_id: 1 })
})

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it.each(PRIVATE)('%s has no faults', (path) => checkScreen(device, path, ASHA))

  it.each(EMPTY)('%s of a new customer has no faults', (path) => checkScreen(device, path, VIKRAM))
})
