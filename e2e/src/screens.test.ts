/** The screens of a guest. */
import { describe, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { JOURNEY_DEVICES } from './browser.ts'
import { findProduct } from './catalogue.ts'
import { checkScreen } from './screen-check.ts'
import { shop, useShop } from './setup.ts'

useShop()

/** Screens that are among the others with other content, small ones, and those made of the others' parts. */
const MORE = [
  '/products',
  '/category-page?category=1',
  '/search-results?query=shoe',
  '/hotdeals',
  '/buynow-summary?product=1',
  '/auth/signup',
  '/pages/about',
  '/product/999999',
  '/auth/forgot',
  '/newarrivals',
  '/collections?category=3&sort=price_asc',
  '/category-page',
  '/search-results?query=zzzzzz',
  '/pages/return-exchange',
  '/pages/refund-policy',
  '/pages/terms',
]

const PUBLIC = [...byDepth([], MORE), '/', '/collections', '/product/1', '/auth/login']

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it.each(PUBLIC)('%s has no faults', (path) => checkScreen(device, path))

  it('a product with a deal has no faults', async () => {
    const { id } = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
    await checkScreen(device, `/product/${id}`)
  })
})

// Others below its one result were once wider than a desktop's page.
it.each(['desktop', 'phone'] as const)('a search with one result has no faults on a %s', (device) =>
  checkScreen(device, '/search-results?query=tent'),
)
