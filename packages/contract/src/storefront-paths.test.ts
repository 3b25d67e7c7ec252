import { expect, it } from 'vitest'
import { findScreen, isStorefrontPath, productPath, slugOf } from './storefront-paths.ts'

it.each([
  ['Red Running Shoe', 'red-running-shoe'],
  ["Men's Shoe, UK 9½ (Black/White)", 'mens-shoe-uk-91-2-black-white'],
  ['Salt & Pepper — 2×100 g', 'salt-and-pepper-2-100-g'],
  ['Café Crème Ünïcode', 'cafe-creme-unicode'],
  ['लाल जूता', 'लाल-जूता'],
  ['மல்லிகை பூ 5 லிட்டர்', 'மல்லிகை-பூ-5-லிட்டர்'],
  ['ക്ലീനിംഗ് ബ്രഷ്', 'ക്ലീനിംഗ്-ബ്രഷ്'],
  ['☀️ ', ''],
  ['../..//?#%', ''],
  ['\ud800 x', 'x'],
  ['word '.repeat(30), 'word-word-word-word-word-word-word-word-word-word'],
  ['𝟜'.repeat(100), '4'.repeat(50)],
])('makes of %j the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slugOf(slug)).toBe(slug)
  const path = productPath(12, name)
  expect(path).toMatch(/^\/product\/12(\/[\w%.~-]+)?$/)
  expect(findScreen(path)).toEqual({
    screen: 'product',
    values: slug === '' ? { id: '12' } : { id: '12', slug },
  })
})

it.each([
  ['/', 'home'],
  ['/CART/', 'cart'],
  ['/product/12', 'product'],
  ['/order-confirmation', 'orderConfirmation'],
  ['/auth/login', 'auth'],
  ['/auth/other', undefined],
  ['/product/x', undefined],
  ['/product/1/a/b', undefined],
  ['/desk', undefined],
])('finds at %s the screen %s', (path, screen) => {
  expect(findScreen(path)?.screen).toBe(screen)
  expect(isStorefrontPath(`${path}?a=/b#/c`)).toBe(screen !== undefined)
})
