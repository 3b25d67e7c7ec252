/** The screens of a guest. */
import { describe, it } from 'vitest'
import { JOURNEY_DEVICES } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { checkScreen } from './screen-check.ts'
import { shop, useShop } from './setup.ts'

useShop()

const PUBLIC = [
  '/',
  '/products',
  '/collections',
  '/collections?category=3&sort=price_asc',
  '/category-page?category=1',
  '/category-page',
  '/search-results?query=shoe',
  '/search-results?query=zzzzzz',
  '/newarrivals',
  '/hotdeals',
  '/product/1',
  '/product/999999',
  '/buynow-summary?product=1',
  '/auth/login',
  '/auth/signup',
  '/auth/forgot',
  '/pages/about',
  '/pages/return-exchange',
  '/pages/refund-policy',
  '/pages/terms',
]

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it.each(PUBLIC)('%s has no faults', (path) => checkScreen(device, path))

  it('a product with a deal has no faults', async () => {
    const { id } = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
    await checkScreen(device, `/product/${id}`)
  })
})
