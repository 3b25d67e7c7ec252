import { describe, expect, it } from 'vitest'
import { aCategory, aDeal, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { refreshListings } from './listing-columns.store.ts'

const addMedia = (test: TestShop, rows: object[]) =>
  test.shop.db.transaction(async (tx) => {
    await tx.insert(tx.tables.media).values(rows as never)
  })

const image = (product_id: number, name: string, variant_id: number | null = null) => ({
  product_id,
  variant_id,
  media_type: 'image',
  media_url: `/media/${name}.webp`,
  alt: name,
})

describe('GET /api/products/{id}', () => {
  it('returns the product with its variants and their media, the default variant first', async () => {
    const test = await shopForThisTest()
    const category = await aCategory(test, { name: 'Sneakers' })
    const runner = {
      category_id: category.id,
      name: 'Runner',
      brand: 'Kaveri',
      rating: 4.5,
      net_quantity: '1 N',
    }
    const product = await aProduct(test, runner, [
      { price: 999_50, mrp: 1999_00, stock: 4, color: 'Red', size: '9' },
      { price: 1099_00, mrp: null, stock: 0, color: 'Blue' },
    ])
    await addMedia(test, [image(product.id, 'front'), image(product.id, 'red', product.variant.id)])
    const { body } = await test.get(`/api/products/${product.id}`).expect(200)
    expect(body).toMatchObject({
      id: product.id,
      name: 'Runner',
      brand: 'Kaveri',
      category_id: category.id,
      category_name: 'Sneakers',
      price: 999.5,
      mrp: 1999,
      originalPrice: 1999,
      discount_percentage: 50,
      discount: 50,
      rating: 4.5,
      net_quantity: '1 N',
      in_stock: 1,
      variant_id: product.variant.id,
      short_description: 'A short description',
      media: [{ media_type: 'image', media_url: '/media/front.webp', video_source: null, alt: 'front' }],
    })
    expect(body).not.toHaveProperty('success')
    const { body: list } = await test.get('/api/products/filter').expect(200)
    expect(list.products).toMatchObject([{ id: product.id, rating: 4.5, net_quantity: '1 N' }])
    expect(body.variants).toMatchObject([
      { is_default: 1, price: 999.5, stock: 4, color: 'Red', size: '9', variant_name: null },
      { is_default: 0, price: 1099, mrp: null, discount_percentage: 0, stock: 0, media: [] },
    ])
    expect(body.variants[0].media).toMatchObject([{ media_url: '/media/red.webp' }])
    for (const hidden of ['hsn', 'gst_rate', 'external_key', 'is_published', 'slug', 'sku'])
      expect(JSON.stringify(body)).not.toContain(`"${hidden}"`)
  })

  it('shows the deal price while the deal runs', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ price: 500_00, mrp: 800_00 }, { price: 300_00 }])
    const end_date = new Date(START.getTime() + 5000)
    await aDeal(test, product.id, { deal_price: 400_00, end_date })
    const prices = async () => {
      const { body } = await test.get(`/api/products/${product.id}/`).expect(200)
      return [body.price, ...body.variants.map((variant: { price: number }) => variant.price)]
    }
    expect(await prices()).toEqual([400, 400, 300])
    test.clock.set(end_date)
    expect(await prices()).toEqual([500, 500, 300])
  })

  it('shows the current stock', async () => {
    const test = await shopForThisTest()
    const product = await aProduct(test, {}, [{ stock: 5 }])
    const stock = async () =>
      (await test.get(`/api/products/${product.id}`).expect(200)).body.variants[0].stock
    expect(await stock()).toBe(5)
    await test.shop.db.transaction(async (tx) => {
      await tx.update(tx.tables.variants).set({ stock: 2 })
    })
    expect(await stock()).toBe(2)
  })

  it.each(['0', '-1', '1.5', '1e3', '0x1', '9007199254740993', 'abc', '..%2f', '%00'])(
    'refuses the id %s',
    async (id) => {
      const test = await shopForThisTest()
      const { status, body } = await test.get(`/api/products/${id}`)
      expect([400, 404]).toContain(status)
      expect(body.success).toBe(false)
    },
  )

  it('gives the same reply for a missing and an unpublished product', async () => {
    const test = await shopForThisTest()
    const hidden = await aProduct(test, { is_published: false })
    for (const path of ['/api/products/', '/api/products/media/']) {
      for (const id of [hidden.id, hidden.id + 1000, 2_147_483_647]) {
        const { body } = await test.get(`${path}${id}`).expect(404)
        expect(body).toEqual({ success: false, message: 'Product not found' })
      }
    }
  })
})

describe('GET /api/products/media/{id}', () => {
  it('returns an array of media with safe addresses only', async () => {
    const test = await shopForThisTest()
    const { id, variant } = await aProduct(test)
    const video = (media_url: string, video_source: string) => ({
      product_id: id,
      media_type: 'video',
      media_url,
      video_source,
      alt: '',
      position: 1,
    })
    await addMedia(test, [
      image(id, 'front'),
      { ...image(id, 'x'), media_url: 'javascript:alert(1)' },
      { ...image(id, 'x'), media_url: '//evil.example/x.webp' },
      image(id, 'own', variant.id),
      video('aqz-KE-bpKQ', 'youtube'),
      video('"><script>', 'youtube'),
      video('https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'youtube'),
      video('/media/turn.mp4', 'upload'),
    ])
    const { body } = await test.get(`/api/products/media/${id}`).expect(200)
    expect(body.map((media: { media_url: string }) => media.media_url)).toEqual([
      '/media/front.webp',
      '/media/own.webp',
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
      '/media/turn.mp4',
    ])
  })
})

describe('GET /api/categories', () => {
  it('counts published products, including those of sub-categories, and follows changes', async () => {
    const test = await shopForThisTest()
    const top = await aCategory(test, { name: 'Rescue', position: 2 })
    const beneath = await aCategory(test, { name: 'Ropes', parent_id: top.id, position: 1 })
    await aProduct(test, { category_id: top.id })
    await aProduct(test, { category_id: beneath.id, is_published: false })
    const counts = async () => {
      const { body } = await test.get('/api/categories').expect(200)
      return body.categories.map((row: { name: string; product_count: number }) => [
        row.name,
        row.product_count,
      ])
    }
    expect(await counts()).toEqual([
      ['Ropes', 0],
      ['Rescue', 1],
    ])
    await aProduct(test, { category_id: beneath.id })
    expect(await counts()).toEqual([
      ['Ropes', 1],
      ['Rescue', 2],
    ])
  })
})

it('a category without a picture has that of a product in it or below it', async () => {
  const test = await shopForThisTest()
  const top = await aCategory(test, { position: 1, image_url: null })
  const beneath = await aCategory(test, { parent_id: top.id, position: 2, image_url: null })
  await aCategory(test, { position: 3, image_url: '/media/own.webp' })
  await aCategory(test, { position: 4, image_url: null })
  const pictures = async () => {
    const { body } = await test.get('/api/categories').expect(200)
    return body.categories.map((row: { image_url: string | null }) => row.image_url)
  }
  expect(await pictures()).toEqual([null, null, '/media/own.webp', null])
  await aProduct(test, { category_id: beneath.id })
  const hidden = await aProduct(test, { category_id: beneath.id, is_published: false })
  const { id } = await aProduct(test, { category_id: beneath.id })
  await addMedia(test, [image(hidden.id, 'hidden'), image(id, 'rope')])
  await test.shop.db.transaction((tx) => refreshListings(tx, [hidden.id, id], test.shop.now()))
  expect(await pictures()).toEqual(['/media/rope.webp', '/media/rope.webp', '/media/own.webp', null])
})

describe('GET /api/products/brands', () => {
  it('lists each brand with published products once, for one category or all', async () => {
    const test = await shopForThisTest()
    const top = await aCategory(test)
    const beneath = await aCategory(test, { parent_id: top.id })
    await aProduct(test, { brand: 'Tapti', category_id: top.id })
    await aProduct(test, { brand: 'alaknanda', category_id: beneath.id })
    await aProduct(test, { brand: 'Tapti', category_id: beneath.id })
    await aProduct(test, { brand: 'Kaveri' })
    await aProduct(test, { brand: 'Hidden', is_published: false })
    const brands = async (query: string) =>
      (await test.get(`/api/products/brands${query}`).expect(200)).body.brands
    expect(await brands('')).toEqual(['alaknanda', 'Kaveri', 'Tapti'])
    expect(await brands(`?category=${top.id}`)).toEqual(['alaknanda', 'Tapti'])
    expect(await brands('?category=999999')).toEqual([])
    await test.get('/api/products/brands?category=x').expect(400)
  })
})

describe('GET /api/products/highlights', () => {
  it('names what is in most orders, in stock and with a picture, and the bands of prices with products', async () => {
    const test = await shopForThisTest()
    const add = (price: number, stock = 10) => aProduct(test, {}, [{ price, stock }])
    const lamp = await add(500_00)
    const [pen, last, unseen] = [await add(99_00), await add(700_00, 1), await add(12_000_00)]
    await addMedia(test, [image(lamp.id, 'lamp'), image(pen.id, 'pen'), image(last.id, 'last')])
    await test.shop.db.transaction((tx) =>
      refreshListings(tx, [lamp.id, pen.id, last.id, unseen.id], test.shop.now()),
    )
    const highlights = async () => {
      const { body } = await test.get('/api/products/highlights').expect(200)
      return { ids: body.best_sellers.map(({ id }: { id: number }) => id), prices: body.prices }
    }
    expect(await highlights()).toEqual({
      ids: [],
      prices: [
        { from: 0, below: 500, count: 1 },
        { from: 500, below: 1000, count: 2 },
        { from: 10_000, below: null, count: 1 },
      ],
    })
    const shopper = await aShopper(test)
    const buy = async (product: typeof lamp, quantity: number, total: number) =>
      (await shopper.place(shopper.order([item(product, quantity)], total)).expect(201)).body.order_id
    await buy(pen, 5, 5 * 99 + 99)
    await buy(lamp, 1, 599)
    const cancelled = await buy(lamp, 2, 1099)
    await buy(last, 1, 799)
    await buy(unseen, 1, 12_099)
    expect((await highlights()).ids).toEqual([lamp.id, pen.id])
    await test
      .post(`/api/orders/${cancelled}/cancel`, { reason: 'other' }, shopper.customer.token)
      .expect(200)
    await buy(pen, 1, 198)
    expect((await highlights()).ids).toEqual([pen.id, lamp.id])
  })
})

describe('GET /api/banners', () => {
  it('returns an array of the active banners, in order', async () => {
    const test = await shopForThisTest()
    const banner = (banner_name: string, position: number, is_active = true) => ({
      banner_name,
      position,
      is_active,
      banner_image: `/media/${banner_name}.webp`,
      link: '/collections',
    })
    await test.shop.db.transaction(async (tx) => {
      await tx
        .insert(tx.tables.banners)
        .values([banner('second', 2), banner('first', 1), banner('off', 0, false)])
    })
    const { body } = await test.get('/api/banners').expect(200)
    expect(body.map((row: { banner_name: string }) => row.banner_name)).toEqual(['first', 'second'])
    expect(body[0]).toMatchObject({ banner_image: '/media/first.webp', link: '/collections' })
  })

  it('shows no link that a browser would run, or that leads elsewhere than it seems', async () => {
    const test = await shopForThisTest()
    const links = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\\\evil.example',
    ]
    const banners = [...links, 'https://shop.example/sale', '/hotdeals'].map((link, position) => ({
      banner_name: link,
      banner_image: '/media/x.webp',
      is_active: true,
      link,
      position,
    }))
    await test.shop.db.transaction((tx) => tx.insert(tx.tables.banners).values(banners))
    const { body } = await test.get('/api/banners').expect(200)
    expect(body.map(({ link }: { link: string | null }) => link)).toEqual([
      ...links.map(() => null),
      'https://shop.example/sale',
      '/hotdeals',
    ])
  })
})
