import { afterAll, beforeAll, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { buildIndex } from '../../features/search/search-index.store.ts'
import { listSynonyms, type Synonym } from '../../features/search/synonyms.ts'
import { storeEmptySearches } from '../../features/search/empty-searches.ts'
import { parseSynonymCsv, setSynonyms, synonymActs } from './synonyms.ts'

const WHO = { via: 'desk', staffId: 1, name: 'Meera', permissions: null } as const

let test: TestShop
const names = async (text: string): Promise<string[]> => {
  const { body } = await test.get('/api/products/search').query({ search: text }).expect(200)
  return body.products.map(({ name }: { name: string }) => name)
}

beforeAll(async () => {
  test = await openTestShop()
  for (const name of ['Court shoe', 'Fizzy cola', 'Blood pressure monitor'])
    await aProduct(test, { name, short_description: '', description: '' })
  await test.shop.db.transaction((tx) => buildIndex(tx))
})
afterAll(() => test.close())

it('a fresh shop knows Hindi, Hinglish and Tamil, and terms of several words', async () => {
  for (const text of ['joota', 'जूता', 'லால் காலணி']) expect(await names(text)).toEqual(['Court shoe'])
  expect(await names('bp machine')).toEqual(['Blood pressure monitor'])
})

it('what is added is found at once, what is removed no longer, and what was removed can be added again', async () => {
  const { shop } = test
  const all = await listSynonyms(shop.db)
  const without = ({ term, meaning }: Synonym) =>
    all.filter((synonym) => synonym.term !== term || synonym.meaning !== meaning)
  expect(await setSynonyms(shop, all, false)).toEqual({ added: 0, removed: 0 })
  expect(await names('thanda')).toEqual([])
  const thanda = { term: 'Thanda', meaning: 'Cola' }
  expect(await setSynonyms(shop, [...all, thanda], false)).toEqual({ added: 1, removed: 0 })
  expect(await names('thanda')).toEqual(['Fizzy cola'])
  await expect(setSynonyms(shop, all, false)).rejects.toThrow("leaves out 1 of the shop's synonyms")
  expect(await setSynonyms(shop, all, true)).toEqual({ added: 0, removed: 1 })
  expect(await names('thanda')).toEqual([])
  const joota = { term: 'joota', meaning: 'shoe' }
  expect(await setSynonyms(shop, without(joota), true)).toEqual({ added: 0, removed: 1 })
  expect(await names('joota')).toEqual([])
  expect(await setSynonyms(shop, all, false)).toEqual({ added: 1, removed: 0 })
  expect(await names('joota')).toEqual(['Court shoe'])
  expect(await listSynonyms(shop.db)).toEqual(all)
})

it('refuses what is no synonym', async () => {
  const add = (term: string, meaning: string) => setSynonyms(test.shop, [{ term, meaning }], true)
  await expect(add('', 'shoe')).rejects.toThrow('both need words')
  await expect(add('Shoe!', 'shoe')).rejects.toThrow('both need words')
  await expect(add('b c d e f', 'shoe')).rejects.toThrow('A term has 4 words at most')
})

it('reads CSV with and without a heading', () => {
  const rows = [
    { term: 'joota', meaning: 'shoe' },
    { term: 'joota', meaning: 'sneaker' },
    { term: 'jhola', meaning: 'bag' },
  ]
  expect(parseSynonymCsv('term,meaning\njoota,shoe,sneaker\njhola,bag\n')).toEqual(rows)
  expect(parseSynonymCsv('\uFEFFjoota,shoe,sneaker\r\n"jhola","bag"\r\n')).toEqual(rows)
  expect(() => parseSynonymCsv('joota\n')).toThrow('Line 1 needs a term and a meaning')
  expect(() => parseSynonymCsv('"joota\n')).toThrow('The file is not CSV')
})

it('what customers search in vain is counted for a week, without what may name a person', async () => {
  const { shop } = test
  // What the tests before searched.
  await storeEmptySearches(shop)
  test.clock.advance(8 * 86_400)
  const missing = () => synonymActs.missing(shop, { limit: 10 }, WHO)
  for (const text of ['Zebra  Crossing', 'zebra crossing', 'asha@zzzz.in', '9876500000', 'qwrtplkj'])
    await names(text)
  await storeEmptySearches(shop)
  expect(await missing()).toEqual([
    { term: 'zebra crossing', times: 2 },
    { term: 'qwrtplkj', times: 1 },
  ])
  test.clock.advance(8 * 86_400)
  await names('qwrtplkj')
  await storeEmptySearches(shop)
  expect(await missing()).toEqual([{ term: 'qwrtplkj', times: 1 }])
})
