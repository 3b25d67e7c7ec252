import { afterAll, beforeAll, expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { buildIndex } from '../../features/search/search-index.store.ts'
import { listSynonyms, type Synonym } from '../../features/search/synonyms.ts'
import { parseSynonymCsv, setSynonyms } from './synonyms.ts'

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
