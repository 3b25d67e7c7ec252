import { expect, it } from 'vitest'
import { aCategory, aProduct } from '../../../test/factories.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { buildIndex } from './search-index.store.ts'

/** The names of what a shop with these products finds by a text. */
async function searchAmong(rows: object[], category: string): Promise<(text: string) => Promise<string[]>> {
  const test = await shopForThisTest()
  const { id: category_id } = await aCategory(test, { name: category })
  for (const row of rows)
    await aProduct(test, { brand: 'Tapti', category_id, short_description: '', description: '', ...row })
  await test.shop.db.transaction((tx) => buildIndex(tx))
  return async (text) => {
    const { body } = await test.get('/api/products/search').query({ search: text }).expect(200)
    return body.products.map((row: { name: string }) => row.name)
  }
}

it('leaves out what only mentions in the details what others are, and everyday goods in descriptions', async () => {
  const found = await searchAmong(
    [
      { name: 'River torch' },
      { name: 'Compass', description: 'Read it by a torch, and a sprained ankle is no harm' },
      { name: 'Sea beacon', short_description: 'A torch that floats' },
      { name: 'Plain lotion', short_description: 'Without perfume', description: 'Latex-free' },
      { name: 'Adda sandal', description: 'Charges a laptop' },
    ],
    'Care',
  )
  expect(await found('torch')).toEqual(['River torch', 'Sea beacon'])
  expect(await found('compass torch')).toEqual(['Compass', 'River torch'])
  expect(await found('sprained ankle')).toEqual(['Compass'])
  expect(await found('ankle harm')).toEqual([])
  expect(await found('harm')).toEqual(['Compass'])
  expect(await found('latex-free')).toEqual(['Plain lotion'])
  expect(await found('sandals')).toEqual(['Adda sandal'])
  for (const text of ['latex', 'perfume', 'laptop', 'adidas']) expect(await found(text)).toEqual([])
})

it('does not take the noun of another name, or what something is for, for what is looked for', async () => {
  const found = await searchAmong(
    [
      { name: 'Rescue Hook' },
      { name: 'Soft Sling' },
      { name: 'Yellow Ring Buoy' },
      { name: 'Satin Lipstick' },
    ],
    'Rescue',
  )
  expect(await found('ring')).toEqual(['Yellow Ring Buoy'])
  expect(await found('zzzz ring')).toEqual([])
  expect((await found('zzzz rescue')).toSorted()).toEqual([
    'Rescue Hook',
    'Satin Lipstick',
    'Soft Sling',
    'Yellow Ring Buoy',
  ])
  expect(await found('wedding')).toEqual(['Satin Lipstick'])
  expect(await found('red wedding zzzz')).toEqual(['Satin Lipstick'])
  expect(await found('wedding saree')).toEqual([])
})

it('answers long sentences and questions by the goods they name, also misspelt', async () => {
  const found = await searchAmong(
    [
      { name: 'Three-Season Sleeping Bag', description: 'For beginners' },
      { name: 'Neem Soap', short_description: 'For oily skin' },
      { name: 'Rose Soap' },
      { name: 'Yellow Highlighter' },
    ],
    'Office',
  )
  for (const text of ['warm sleeping bag for cold weather in the high mountains', 'sleeping beg'])
    expect(await found(text)).toEqual(['Three-Season Sleeping Bag'])
  expect(await found('beg')).toEqual([])
  expect(await found('zzzz beg')).toEqual([])
  expect(await found('highliter')).toEqual(['Yellow Highlighter'])
  expect(await found('which soap is good for oily skin')).toEqual(['Neem Soap', 'Rose Soap'])
  expect(await found('for my office desk')).toHaveLength(4)
  expect(await found('for my zzzz desk')).toEqual([])
})
