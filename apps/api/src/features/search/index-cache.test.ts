/** What is kept in memory answers as the database does. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { catalogueVersion } from '../../db/catalogue-version.ts'
import { indexCache, WordList } from './index-cache.ts'
import { buildIndex, indexProducts } from './search-index.store.ts'
import { indexedAmong, matchingIds, type Term, wordsStartingWith } from './search.store.ts'
import { RANKS } from './words.ts'

let test: TestShop
const currentCache = async () => indexCache(test.shop.db, await catalogueVersion(test.shop.db))

beforeAll(async () => {
  test = await openTestShop()
  const kinds = ['rope', 'helmet', 'lamp', 'ropes', 'रस्सी']
  for (let n = 0; n < 40; n += 1)
    await aProduct(test, {
      name: `${kinds[n % 5]} ${kinds[(n * 3) % 4]} ${n}`,
      description: `beside a ${kinds[n % 3]}`,
    })
  await test.shop.db.transaction((tx) => buildIndex(tx))
})
afterAll(() => test.close())

const part = (...words: string[]) => words.map((word) => ({ word, frequency: 1 }))

describe('lists of products in memory', () => {
  it('match as the engine does, at every rank', async () => {
    const rope: Term = [[part('rope', 'ropes')], [part('lamp'), part('helmet')]]
    const others: Term[] = [[[part('helmet')]], [[part('रस्सी', 'lamp')]], [[part('missing')]], [[part('7')]]]
    const cache = await currentCache()
    for (const choices of [[[rope]], ...others.map((term) => [[rope, term], [term]])]) {
      for (const rank of [0, ...RANKS] as const)
        expect(await cache.matching(choices, rank, 1000)).toEqual(
          await matchingIds(test.shop.db, choices, rank, 1000),
        )
    }
  })

  it('are left to the engine for a word of too many products', async () => {
    const common: Term = [[[{ word: 'rope', frequency: 1_000_000 }]]]
    expect(await (await currentCache()).matching([[common]], 4, 10)).toBeNull()
  })

  it('follow a change of the catalogue', async () => {
    const term: Term = [[part('parasol')]]
    expect(await (await currentCache()).matching([[term]], 1, 10)).toHaveLength(0)
    const { id } = await aProduct(test, { name: 'Parasol' })
    await test.shop.db.transaction((tx) => indexProducts(tx, [id]))
    expect(await (await currentCache()).matching([[term]], 1, 10)).toEqual([id])
  })
})

describe('words in memory', () => {
  it('are read in the background and found as in the database', async () => {
    const { db } = test.shop
    const words = await vi.waitFor(async () => {
      const list = (await currentCache()).words
      if (list === null) throw new Error('The words are not read yet.')
      return list
    }, 30_000)
    const asked = ['rope', 'ropes', 'rop', 'रस्सी', '7', 'zebra', '']
    const byWord = (a: { word: string }, b: { word: string }) =>
      Number(a.word > b.word) - Number(a.word < b.word)
    expect(words.among(asked).toSorted(byWord)).toEqual((await indexedAmong(db, asked)).toSorted(byWord))
    for (const start of ['ro', 'र', '1', 'zz'])
      expect(words.startingWith(start, 500)).toEqual(await wordsStartingWith(db, start))
    expect(words.startingWith('r', 1)).toEqual([{ word: 'rope', frequency: expect.any(Number) }])
  })

  it('may be none', () => {
    const list = new WordList([])
    expect(list.among(['a'])).toEqual([])
    expect(list.startingWith('a', 5)).toEqual([])
  })
})
