import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCategory, aProduct } from '../../../test/factories.ts'
import { rule } from '../../../test/rule.ts'
import { openTestShop, shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import type { Database } from '../../db/database.ts'
import { buildIndex, indexProducts, reindex } from './search-index.store.ts'

let test: TestShop

const name = (row: { name: string }): string => row.name
const search = async (text: string, on = test): Promise<{ names: string[]; total: number }> => {
  const { body } = await on.get(`/api/products/search?search=${encodeURIComponent(text)}`).expect(200)
  return { names: body.products.map(name), total: body.total }
}
const names = async (text: string, on = test): Promise<string[]> => (await search(text, on)).names

beforeAll(async () => {
  test = await openTestShop()
  const gear = await aCategory(test, { name: 'Rescue Gear' })
  const ropes = await aCategory(test, { name: 'Ropes', parent_id: gear.id })
  const shoes = await aCategory(test, { name: 'Footwear' })
  const product = (row: object, colors: string[] = []) =>
    aProduct(test, { short_description: '', description: '', ...row }, [
      {},
      ...colors.map((color) => ({ color })),
    ])
  await product({
    name: 'Throw bag',
    brand: 'Tapti',
    category_id: ropes.id,
    short_description: 'With a helmet strap',
  })
  await product({ name: 'Kernmantle line', brand: 'Helmet', category_id: ropes.id })
  await product({ name: 'River helmet', brand: 'Tapti', category_id: gear.id }, ['Navy'])
  await product({ name: 'Helmets for climbers', brand: 'Chenab', category_id: gear.id })
  await product({
    name: 'Court sneakers',
    brand: 'Chenab',
    category_id: shoes.id,
    description: "Men's, anti-slip, soft as a tshirt",
  })
  await product({ name: 'हिन्दी की किताब', brand: 'Ganga', category_id: shoes.id })
  await product({ name: 'தமிழ் புத்தகம்', brand: 'Kaveri', category_id: shoes.id })
  await product({ name: 'Crème shoe care', brand: 'Ganga', category_id: shoes.id })
  await product({
    name: 'Torch',
    brand: 'Beas',
    category_id: shoes.id,
    short_description: 'A beam over the ocean',
  })
  await product({ name: 'Ocean lamp', brand: 'Beas', category_id: shoes.id, description: 'A wide beam' })
  await product({ name: 'Hidden helmet', brand: 'Tapti', category_id: gear.id, is_published: false })
  await test.shop.db.transaction((tx) => buildIndex(tx))
})
afterAll(() => test.close())

describe('GET /api/products/search', () => {
  rule('ranks name before brand before category before description', async () => {
    expect(await search('helmet')).toEqual({
      names: ['River helmet', 'Helmets for climbers', 'Kernmantle line', 'Throw bag'],
      total: 4,
    })
    expect(await names('rescue')).toEqual([
      'Throw bag',
      'Kernmantle line',
      'River helmet',
      'Helmets for climbers',
    ])
    expect(await names('ropes')).toEqual(['Throw bag', 'Kernmantle line'])
  })

  rule('never shows an unpublished product', async () => {
    expect(await names('hidden')).toEqual([])
  })

  rule(
    'finds products with all words in any order and field, then a few that are what the last one says',
    async () => {
      expect(await names('tapti helmet')).toEqual(['River helmet', 'Throw bag', 'Helmets for climbers'])
      expect((await names('helmet river tapti gear'))[0]).toBe('River helmet')
      expect((await names('navy helmet'))[0]).toBe('River helmet')
    },
  )

  it('ranks products with one of the words in the name first', async () => {
    expect(await names('ocean beam')).toEqual(['Ocean lamp', 'Torch'])
  })

  rule('matches most of the words when no product has them all', async () => {
    expect(await names('river helmet sneakers tapti')).toEqual(['River helmet'])
    expect(await names('zzzz sneakers')).toEqual(['Court sneakers'])
    for (const text of ['court zzzz', 'beam zzzz', 'sneakers zzzz'])
      expect(await names(text), text).toEqual([])
  })

  rule('finds what a product is by one word of three, but never by for whom or what it is', async () => {
    expect(await names('yyyy zzzz sneakers')).toEqual(['Court sneakers'])
    expect(await names('sneakers for zzzz yyyy xxxx')).toEqual(['Court sneakers'])
    expect(await names('zzzz for climbers')).toEqual([])
    expect(await names('zzzz yyyy for sneakers')).toEqual([])
  })

  rule('forgives a misspelt word beside others, and one that is spelt by its sound', async () => {
    expect(await names('zzzz court sneekers')).toEqual(['Court sneakers'])
    expect(await names('kernmantel')).toEqual(['Kernmantle line'])
    expect(await names('sneekars')).toEqual(['Court sneakers'])
    expect((await names('helmit chinab'))[0]).toBe('Helmets for climbers')
  })

  rule('matches the beginning of a word', async () => {
    expect(await names('snea')).toEqual(['Court sneakers'])
    expect(await names('k')).toContain('Kernmantle line')
    expect(await names('riv hel')).toEqual(['River helmet'])
  })

  rule.each([
    'sneekers',
    'snaekers',
    'sneakrs',
    'sneakerss',
    'ssneakers',
    'neakers',
    'sneakesr',
    'sneker',
    'SNEAKERZ',
    'court snaekers',
    'cuort snaekers',
  ])('forgives one typo: %s', async (text) => {
    expect(await names(text)).toEqual(['Court sneakers'])
  })

  rule.each(['sn3akers', 'snaekres', 'hats', 'rier', 'xyzzy'])('does not forgive %s', async (text) => {
    expect(await names(text)).toEqual([])
  })

  rule('finds plural by singular and singular by plural', async () => {
    expect(await names('sneaker')).toEqual(['Court sneakers'])
    expect(await names('lines')).toEqual(['Kernmantle line'])
  })

  rule('finds Hindi and Tamil, whole or by the beginning, and accents without them', async () => {
    expect(await names('किताब')).toEqual(['हिन्दी की किताब'])
    expect(await names('हिन्')).toEqual(['हिन्दी की किताब'])
    expect(await names('hindi kitab')).toEqual(['हिन्दी की किताब'])
    expect(await names('हेल्मेट')).toEqual(await names('helmet'))
    expect(await names('புத்தகம்')).toEqual(['தமிழ் புத்தகம்'])
    expect(await names('creme')).toEqual(['Crème shoe care'])
    expect(await names('CRÈME')).toEqual(['Crème shoe care'])
  })

  rule('finds compounds and possessives however they are written', async () => {
    for (const text of ['anti-slip', 'antislip', 'mens', "men's", 'men’s'])
      expect(await names(text)).toEqual(['Court sneakers'])
  })

  rule.each([
    '%_%_%_',
    '"',
    '""',
    'AND NEAR(',
    "a'b",
    'x-y',
    '🙂',
    '',
    '   ',
    'OR',
    'NOT helmet',
    '*',
    'helmet*',
    '{name}: x',
    "1helmet' | '",
    '\\',
    '&|!():*',
    'rowid',
    "'; drop table products; --",
    '^a',
    'a'.repeat(100),
    'ﷺ',
    '١٢٣',
    'search_index',
    'a '.repeat(50),
    '\ud83d',
    '() AND ()',
    'कि'.repeat(50),
  ])('returns a list for %j', async (text) => {
    const { body } = await test.get('/api/products/search').query({ search: text }).expect(200)
    expect(body.success).toBe(true)
    expect(Array.isArray(body.products)).toBe(true)
  })

  rule('finds nothing for an empty query, and refuses one that is too long or repeated', async () => {
    const { body } = await test.get('/api/products/search').expect(200)
    expect(body).toEqual({ success: true, products: [], total: 0 })
    await test.get(`/api/products/search?search=${'x'.repeat(101)}`).expect(400)
    await test.get(`/api/products/search?search=${'x'.repeat(5000)}`).expect(400)
    await test.get('/api/products/search?search=a&search=b').expect(400)
    await test.get('/api/products/search?search[]=a').expect(400)
    await test.get('/api/products/search?search=%00').expect(400)
  })
})

describe('search within a filter', () => {
  const filter = async (query: string) => {
    const { body } = await test.get(`/api/products/filter?${query}`).expect(200)
    return { names: body.products.map(name), total: body.total, totalPages: body.totalPages }
  }

  it('sorts by relevance unless the query has a sort', async () => {
    expect((await filter('search=helmet')).names).toEqual(await names('helmet'))
    expect((await filter('search=helmet&sort=price_desc')).names).toHaveLength(4)
    expect(await filter('search=helmet&brand=Tapti')).toMatchObject({
      names: ['River helmet', 'Throw bag'],
      total: 2,
    })
    expect(await filter('search=helmet&brand=Tapti&page=2&limit=1')).toEqual({
      names: ['Throw bag'],
      total: 2,
      totalPages: 2,
    })
    expect(await filter('search=helmet&min_price=100000')).toMatchObject({
      names: [],
      total: 0,
      totalPages: 1,
    })
    expect(await filter('search=!!!')).toMatchObject({ names: [], total: 0 })
  })
})

describe('a price beside words', () => {
  it('limits what is found, also beside the limits of a filter', async () => {
    const shop = await shopForThisTest()
    for (const [name, price] of [
      ['Red lamp', 500],
      ['Green lamp', 1500],
      ['Blue lamp', 2500],
    ] as const)
      await aProduct(shop, { name }, [{ price: price * 100 }])
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    expect(await search('lamp under 2000', shop)).toEqual({ names: ['Red lamp', 'Green lamp'], total: 2 })
    const { body } = await shop.get('/api/products/filter?search=lamp+under+2000&min_price=1000').expect(200)
    expect(body).toMatchObject({ products: [{ name: 'Green lamp' }], total: 1 })
    expect(body.price).toEqual({ max_price: 2000, rest: 'lamp' })
  })
})

rule('search and filter say which word they have corrected', async () => {
  for (const call of ['search', 'filter']) {
    const { body } = await test.get(`/api/products/${call}?search=river+helmut`).expect(200)
    expect(body.did_you_mean).toBe('river helmet')
  }
  const { body } = await test.get('/api/products/search?search=helmet').expect(200)
  expect(body).not.toHaveProperty('did_you_mean')
})

describe('suggestions', () => {
  const suggest = async (query: string) => {
    const { body } = await test.get(`/api/products/suggest?query=${encodeURIComponent(query)}`).expect(200)
    return body
  }

  rule('are products with their price, categories and brands by the beginning of a word', async () => {
    const { products, brands } = await suggest('hel')
    expect(products[0]).toEqual({
      id: expect.any(Number),
      name: 'River helmet',
      brand: 'Tapti',
      price: expect.any(Number),
      media_url: null,
    })
    expect(brands).toEqual(['Helmet'])
    expect((await suggest('resc')).categories[0]).toEqual({ id: expect.any(Number), name: 'Rescue Gear' })
  })

  it('complete the last word, also one that is a synonym', async () => {
    expect((await suggest('river hel')).products.map(name)).toEqual(['River helmet'])
    expect((await suggest('flashl')).products.map(name)).toEqual(['Torch'])
  })

  rule('are empty for nothing and for nonsense', async () => {
    for (const query of ['', '!!', 'zzzzqq'])
      expect(await suggest(query)).toEqual({ success: true, products: [], categories: [], brands: [] })
  })
})

const wordCounts = async (db: Database) =>
  new Map((await db.select().from(db.tables.search_words)).map((row) => [row.word, row.frequency]))

describe('word counts', () => {
  rule('grow with every write, and are counted anew', async () => {
    const freshShop = await shopForThisTest()
    const { db } = freshShop.shop
    const product = await aProduct(freshShop, { name: 'Yellow umbrella' })
    const other = await aProduct(freshShop, { name: 'Yellow parasol' })
    for (let round = 0; round < 3; round += 1)
      await db.transaction((tx) => indexProducts(tx, [product.id, other.id]))
    expect((await wordCounts(db)).get('yellow')).toBe(6)
    await reindex(db, () => undefined)
    expect((await wordCounts(db)).get('yellow')).toBe(2)
    expect((await wordCounts(db)).get('parasol')).toBe(1)
  })

  it('hide the words of products that are gone', async () => {
    const freshShop = await shopForThisTest()
    const { db } = freshShop.shop
    const category_id = (await aCategory(freshShop)).id
    const deletedIds: number[] = []
    for (let n = 0; n < 50; n += 1) {
      const word = `zeb${String.fromCodePoint(97 + (n % 26))}${String.fromCodePoint(97 + Math.floor(n / 26))}`
      deletedIds.push((await aProduct(freshShop, { name: `${word} ${word}x`, category_id })).id)
    }
    const real = await aProduct(freshShop, { name: 'Zebra crossing', category_id })
    await db.transaction((tx) => indexProducts(tx, [...deletedIds, real.id]))
    await db.transaction(async (tx) => {
      await tx.delete(tx.tables.products).where(inArray(tx.tables.products.id, deletedIds))
      await indexProducts(tx, deletedIds)
    })
    await reindex(db, () => undefined)
    expect(await names('zeb', freshShop)).toEqual(['Zebra crossing'])
  })

  it('are right after reindex(), which finds what was changed by hand, and forgets what is gone', async () => {
    const freshShop = await shopForThisTest()
    const { db } = freshShop.shop
    const lamp = await aProduct(freshShop, { name: 'Ocean lamp' })
    await aProduct(freshShop, { name: 'Ocean torch' })
    const gone = await aProduct(freshShop, { name: 'Ghost lamp' })
    await db.transaction(async (tx) => {
      const { products } = tx.tables
      await buildIndex(tx)
      await tx.update(tx.tables.search_words).set({ frequency: 99 })
      await tx.update(products).set({ name: 'Ocean lantern' }).where(eq(products.id, lamp.id))
      await tx.delete(products).where(eq(products.id, gone.id))
    })
    const progress: number[][] = []
    await reindex(db, (done, total) => progress.push([done, total]))
    expect(progress).toEqual([[2, 2]])
    expect(await names('ocaen', freshShop)).toEqual(['Ocean lantern', 'Ocean torch'])
    expect(await names('ghost', freshShop)).toEqual([])
    const counts = await wordCounts(db)
    expect(['ocean', 'lantern', 'lamp', 'ghost'].map((word) => counts.get(word) ?? 0)).toEqual([2, 1, 0, 0])
    expect(await db.select().from(db.tables.search_documents)).toHaveLength(2)
  })
})

describe('the index', () => {
  it('follows products as they are written, unpublished and deleted', async () => {
    const freshShop = await shopForThisTest()
    const { db } = freshShop.shop
    const product = await aProduct(freshShop, { name: 'Yellow umbrella' })
    const rename = (row: object) =>
      db.transaction(async (tx) => {
        await tx.update(tx.tables.products).set(row)
        await indexProducts(tx, [product.id, product.id])
      })
    expect(await names('umbrella', freshShop)).toEqual([])
    await rename({ name: 'Yellow umbrella' })
    expect(await names('umbrella', freshShop)).toEqual(['Yellow umbrella'])
    await rename({ name: 'Blue parasol' })
    expect(await names('umbrella', freshShop)).toEqual([])
    expect(await names('parasol', freshShop)).toEqual(['Blue parasol'])
    expect(await names('parasool', freshShop)).toEqual(['Blue parasol'])
    await rename({ is_published: false })
    expect(await names('parasol', freshShop)).toEqual([])
    await rename({ is_published: true })
    await db.transaction(async (tx) => {
      await tx.delete(tx.tables.products)
      await indexProducts(tx, [product.id])
    })
    expect(await names('parasol', freshShop)).toEqual([])
  })

  rule('does not contain products that were rolled back', async () => {
    const freshShop = await shopForThisTest()
    const product = await aProduct(freshShop, { name: 'Green kettle' })
    const work = freshShop.shop.db.transaction(async (tx) => {
      await indexProducts(tx, [product.id])
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await names('kettle', freshShop)).toEqual([])
  })

  rule('is the same after a rebuild', async () => {
    const before = await search('helmet')
    await test.shop.db.transaction((tx) => buildIndex(tx))
    expect(await search('helmet')).toEqual(before)
  })

  it('counts and ranks a word of very many products within the limits', async () => {
    const freshShop = await shopForThisTest()
    const category_id = (await aCategory(freshShop)).id
    await freshShop.shop.db.transaction(async (tx) => {
      for (let batch = 0; batch < 13; batch += 1) {
        const rows = Array.from({ length: 100 }, (_, n) => ({
          slug: `p-${batch}-${n}`,
          name: `Thing ${batch * 100 + n}`,
          brand: 'Tapti',
          category_id,
          short_description: '',
          description: 'cotton',
          country_of_origin: 'India',
          created_at: freshShop.shop.now(),
        }))
        const inserted = await tx.insert(tx.tables.products).values(rows).returning()
        const variants = inserted.map(({ id }) => ({
          product_id: id,
          is_default: true,
          price: 100,
          stock: 1,
        }))
        await tx.insert(tx.tables.variants).values(variants)
      }
      const rows = await tx.select({ id: tx.tables.products.id }).from(tx.tables.products)
      const { refreshListings } = await import('../catalog/listing-columns.store.ts')
      await refreshListings(
        tx,
        rows.map((row) => row.id),
        freshShop.shop.now(),
      )
      await buildIndex(tx)
    })
    const last = await aProduct(freshShop, { name: 'Cotton shirt' })
    await freshShop.shop.db.transaction((tx) => indexProducts(tx, [last.id]))
    const found = await search('cotton', freshShop)
    expect(found.total).toBe(1301)
    expect(found.names).toHaveLength(100)
    expect(found.names.slice(0, 2)).toEqual(['Cotton shirt', 'Thing 0'])
  })
})

rule('finds what is made for something else in a shop that sells nothing but that', async () => {
  const shop = await shopForThisTest()
  const covers = await aCategory(shop, { name: 'Mobile Covers' })
  await aProduct(shop, { name: 'Back Cover for iPhone 15', category_id: covers.id })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  for (const text of ['iphone', 'iphone cover', 'cover iphone', 'mobile'])
    expect([text, await names(text, shop)]).toEqual([text, ['Back Cover for iPhone 15']])
})

rule('finds what does not name the size that is asked for, after what does', async () => {
  const shop = await shopForThisTest()
  for (const name of ['Cow Ghee', 'Desi Ghee 500 ml', 'Mustard Oil 500 ml']) await aProduct(shop, { name })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  expect(await names('ghee 500ml', shop)).toEqual(['Desi Ghee 500 ml', 'Cow Ghee'])
  expect(new Set(await names('ghee 1 litre', shop))).toEqual(new Set(['Cow Ghee', 'Desi Ghee 500 ml']))
})

rule(
  'leads with the category that most of what is looked for is in, and ends with few that are like it',
  async () => {
    const shop = await shopForThisTest()
    const { id: care } = await aCategory(shop, { name: 'Care' })
    const { id: dairy } = await aCategory(shop, { name: 'Dairy' })
    await aProduct(shop, { name: 'Cleansing Milk', category_id: care })
    for (let n = 0; n < 10; n += 1) await aProduct(shop, { name: 'Soya Vanilla Milk', category_id: dairy })
    await aProduct(shop, { name: 'Milk Powder', category_id: dairy })
    for (let n = 0; n < 25; n += 1) await aProduct(shop, { name: 'Chilli Powder', category_id: care })
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    expect((await names('milk', shop)).indexOf('Cleansing Milk')).toBe(11)
    const powders = await names('milk powder', shop)
    expect([powders.length, powders[0]]).toEqual([5, 'Milk Powder'])
    expect(powders).not.toContain('Chilli Powder')
  },
)

it('finds a word in all scripts, whichever it is typed in', async () => {
  const shop = await shopForThisTest()
  const all = ['Kachampuli vinegar', 'कचम्पुलि सिरका', 'கச்சம்புளி வினிகர்']
  for (const name of all) await aProduct(shop, { name })
  await aProduct(shop, { name: 'Kichmich' })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  for (const name of all) {
    const text = name.split(' ')[0]!
    expect([text, new Set(await names(text, shop))]).toEqual([text, new Set(all)])
  }
})

rule('takes a word of a description in another script for it only where both sound the same', async () => {
  const shop = await shopForThisTest()
  await aProduct(shop, { name: 'Body cord', short_description: 'काम करती कार्ट' })
  await aProduct(shop, { name: 'Haldi', short_description: 'पीली हल्दी' })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  expect(await names('kurta', shop)).toEqual([])
  expect(await names('हल्दी', shop)).toEqual(['Haldi'])
  expect(await names('peeli', shop)).toEqual(['Haldi'])
})

rule(
  'guesses by the sound of another script only for a word that no product has and no synonym explains',
  async () => {
    const shop = await shopForThisTest()
    const index = () => shop.shop.db.transaction((tx) => buildIndex(tx))
    await aProduct(shop, { name: 'Lab coat' })
    await index()
    expect(await names('கோட்டு', shop)).toEqual(['Lab coat'])
    // An umbrella.
    expect(await names('குடை', shop)).toEqual([])
    await aProduct(shop, { name: 'Umbrella', short_description: 'புயல் தாங்கும் கோட்டு' })
    await index()
    expect(await names('கோட்டு', shop)).toEqual(['Umbrella'])
  },
)

rule(
  'says what is meant by a misspelt synonym, also where another script has a word that sounds like it',
  async () => {
    const shop = await shopForThisTest()
    await aProduct(shop, { name: 'Running shoe', short_description: 'One of two shoes' })
    await aProduct(shop, { name: 'Compound microscope', short_description: 'संयुक्त माइक्रोस्कोप' })
    await aProduct(shop, { name: 'Bottle', short_description: 'बोतल' })
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    const meant = async (search: string) =>
      (await shop.get(`/api/products/filter?search=${search}`).expect(200)).body
    expect(await meant('shoos')).toMatchObject({ total: 1, did_you_mean: 'shoes' })
    expect(await meant('jootta')).toMatchObject({ total: 1, did_you_mean: 'shoe' })
    expect(await meant('microscpoe')).toMatchObject({ total: 1, did_you_mean: 'microscope' })
    expect(await meant('botle')).toMatchObject({ total: 1, did_you_mean: 'bottle' })
  },
)

rule('takes the last word for a beginning where it is none, as suggestions do', async () => {
  const shop = await shopForThisTest()
  await aProduct(shop, { name: 'Running shoe', short_description: 'पैरों से' })
  await aProduct(shop, { name: 'Running cap', short_description: 'सिर से' })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  expect(await names('running sh', shop)).toEqual(['Running shoe'])
})

rule(
  'finds by a kind that a category lists what is called so, where enough is, and else all in it',
  async () => {
    const shop = await shopForThisTest()
    const { id: category_id } = await aCategory(shop, { name: 'Eggs, Meat & Fish' })
    for (let n = 0; n < 5; n += 1) await aProduct(shop, { name: `Brown Eggs ${n}`, category_id })
    await aProduct(shop, { name: 'Ham', category_id })
    await aProduct(shop, { name: 'Scrambled', category_id, description: 'Of two eggs' })
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    for (const [text, total] of [
      ['eggs', 6],
      // A correction counts in titles only.
      ['egggs', 5],
      ['meat', 7],
      ['eggs meat fish', 7],
    ] as const)
      expect([text, (await search(text, shop)).total]).toEqual([text, total])
  },
)

rule(
  'leads with what a product is called in several words, before others with one meaning of the word',
  async () => {
    const shop = await shopForThisTest()
    const all = ['Haldi Face Cream', 'Food Colour - Lemon Yellow', 'Organic - Turmeric Powder/Arisina Pudi']
    for (const name of all) await aProduct(shop, { name })
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    for (const text of ['haldi', 'மஞ்சள்']) expect((await names(text, shop))[0], text).toBe(all[2])
  },
)

rule(
  'leads with the rarer word where none has all, and leaves out what only shares the commoner',
  async () => {
    const shop = await shopForThisTest()
    const [snacks, home] = [
      await aCategory(shop, { name: 'Snacks' }),
      await aCategory(shop, { name: 'Home' }),
    ]
    const product = (name: string, { id }: { id: number }, brand = 'Ganga') =>
      aProduct(shop, { name, brand, category_id: id })
    for (const name of ['Oat Bar', 'Nut Bar', 'Jeera Powder', 'Wasabi Powder', 'Coriander Powder'])
      await product(name, snacks)
    await product('Dishwash Gel', home, 'Vim')
    await product('Detergent Bar', home)
    await product('Green Coffee', home)
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    expect(await names('vim bar', shop)).toEqual(['Dishwash Gel'])
    expect(await names('coffee powder', shop)).toEqual(['Green Coffee'])
  },
)

rule('lists only what titles say, unless these are few, whatever sorts it', async () => {
  const shop = await shopForThisTest()
  for (const name of ['Popcorn', 'Soap']) await aProduct(shop, { name, description: 'Made with oil' })
  const totals = async () => {
    await shop.shop.db.transaction((tx) => buildIndex(tx))
    const of = async (sort: string) =>
      (await shop.get(`/api/products/filter?search=oil${sort}`).expect(200)).body.total
    return [await of(''), await of('&sort=price_asc')]
  }
  expect(await totals()).toEqual([2, 2])
  for (let n = 0; n < 10; n += 1) await aProduct(shop, { name: 'Olive Oil' })
  expect(await totals()).toEqual([10, 10])
  for (const name of ['Popcorn - Contains Olive Oil', 'Olive Oil Soap', 'Gold - Mustard Oil (Glass Jar)'])
    await aProduct(shop, { name })
  expect(await totals()).toEqual([11, 11])
})

rule('shows others of the kind, and not of the brand, where the brand does not make it', async () => {
  const shop = await shopForThisTest()
  for (const name of ['Dark Chocolate', 'Mango Drink']) await aProduct(shop, { name, brand: 'Amul' })
  for (const name of ['Garlic Butter', 'Salted Butter', 'Butter Knife'])
    await aProduct(shop, { name, brand: 'Ganga' })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  expect((await names('amul butter', shop)).toSorted()).toEqual(['Garlic Butter', 'Salted Butter'])
})

rule('shows what a well-known brand makes, after what is of the brand', async () => {
  const shop = await shopForThisTest()
  const index = () => shop.shop.db.transaction((tx) => buildIndex(tx))
  await aProduct(shop, { name: 'Glass Cleaner', brand: 'Excel Plus' })
  for (const name of ['Detergent Powder', 'Detergent Bar']) await aProduct(shop, { name, brand: 'Ganga' })
  await index()
  expect((await names('surf excel', shop)).toSorted()).toEqual(['Detergent Bar', 'Detergent Powder'])
  expect(await names('rin bar', shop)).toEqual(['Detergent Bar'])
  await aProduct(shop, { name: 'Matic Liquid', brand: 'Ariel' })
  await index()
  expect([(await names('ariel', shop))[0], (await search('ariel', shop)).total]).toEqual(['Matic Liquid', 3])
})

rule('leads with what a short description names too', async () => {
  const shop = await shopForThisTest()
  await aProduct(shop, { name: 'Rose Oil', description: 'Aromatherapy' })
  await aProduct(shop, { name: 'Rice Oil', description: 'Edible Oils & Ghee, Oil' })
  await shop.shop.db.transaction((tx) => buildIndex(tx))
  expect(await names('oil', shop)).toEqual(['Rice Oil', 'Rose Oil'])
})
