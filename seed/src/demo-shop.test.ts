import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { demoShop, drawPicture, type DemoMedia } from './index.ts'
import { cities } from './generator/customers.ts'
import { drawingNames, drawings, picturesOf } from './pictures/drawings.ts'

const { categories, products, banners, deals, coupons, customers } = demoShop
const translations = demoShop.translations()
const variants = products.flatMap((product) => product.variants)
const media = products.flatMap((product) => [...product.media, ...product.variants.flatMap((v) => v.media)])
const asha = customers.find((customer) => customer.email === 'asha@example.com')

const repeated = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at)
const imageName = (item: DemoMedia) => (item.media_type === 'image' ? [item.name] : [])

describe('the catalogue', () => {
  it('holds at least nine categories and 150 products', () => {
    expect(categories.length).toBeGreaterThanOrEqual(9)
    expect(products.length).toBeGreaterThanOrEqual(150)
  })

  it('uses every slug, name, text and SKU once', () => {
    expect(repeated(categories.map((category) => category.slug))).toEqual([])
    expect(repeated(products.map((product) => product.slug))).toEqual([])
    expect(repeated(products.map((product) => product.name))).toEqual([])
    expect(repeated(products.map((product) => product.short_description))).toEqual([])
    expect(repeated(products.map((product) => product.description))).toEqual([])
    expect(repeated(variants.map((variant) => variant.sku))).toEqual([])
    const images = [...media.filter((item) => item.media_type === 'image'), ...banners]
    const names = [...new Set(images.map((item) => `${item.name} ${JSON.stringify(item.picture)}`))].map(
      (text) => text.split(' ', 1)[0] ?? '',
    )
    expect(repeated(names), 'names of different pictures').toEqual([])
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([])
  })

  it('has every text in every language', () => {
    const translated = new Set(translations.map(([text]) => text))
    expect(translations.filter((texts) => texts.length !== 3 || texts.includes(''))).toEqual([])
    expect(repeated(translations.map(([text]) => text))).toEqual([])
    const texts = [
      ...[...categories, ...products].map(({ name }) => name),
      ...products.flatMap(({ short_description, description }) => [short_description, description]),
      ...variants.flatMap(({ color, variant_name }) => [color ?? [], variant_name ?? []].flat()),
      ...banners.map(({ banner_name }) => banner_name),
      ...deals.flatMap(({ name, description }) => [name, description]),
    ]
    expect(texts.filter((text) => !translated.has(text))).toEqual([])
  })

  it('puts every product in a category that exists, and fills every category', () => {
    const slugs = categories.map((category) => category.slug)
    expect(products.filter((product) => !slugs.includes(product.category))).toEqual([])
    for (const slug of slugs) expect(products.some((product) => product.category === slug)).toBe(true)
  })

  it.each(products)('gives $slug valid prices, stock and measures', (product) => {
    expect(product.variants.length).toBeGreaterThanOrEqual(1)
    expect(product.variants.length).toBeLessThanOrEqual(6)
    expect(product.variants.filter((variant) => variant.is_default)).toHaveLength(1)
    expect(product.hsn).toMatch(/^(\d{4}|\d{6}|\d{8})$/)
    expect(product.rating * 10).toBeCloseTo(Math.round(product.rating * 10))
    expect(product.rating).toBeGreaterThanOrEqual(0)
    expect(product.rating).toBeLessThanOrEqual(5)
    for (const variant of product.variants) {
      expect(Number.isInteger(variant.price) && variant.price > 0).toBe(true)
      expect(Number.isInteger(variant.stock) && variant.stock >= 0).toBe(true)
      if (variant.mrp !== null) expect(variant.mrp).toBeGreaterThanOrEqual(variant.price)
      expect(Math.min(variant.weight, variant.length, variant.breadth, variant.height)).toBeGreaterThan(0)
    }
  })

  it('gives the variants of a product different labels', () => {
    for (const { slug, variants: ofProduct } of products) {
      const labels = ofProduct.map((v) => `${v.color}/${v.size}/${v.variant_name}`)
      expect(repeated(labels), slug).toEqual([])
    }
  })

  it('has every case: sold out, one variant sold out, price equal to MRP, no MRP', () => {
    expect(products.some((product) => product.variants.every((variant) => variant.stock === 0))).toBe(true)
    expect(
      products.some((p) => p.variants.some((v) => v.stock === 0) && p.variants.some((v) => v.stock > 0)),
    ).toBe(true)
    expect(variants.some((variant) => variant.mrp === variant.price)).toBe(true)
    expect(variants.some((variant) => variant.mrp === null)).toBe(true)
  })
})

describe('banners, deals and coupons', () => {
  it('link banners to categories that exist', () => {
    const linked = banners.flatMap(({ link }) => (link.to === 'category' ? [link.slug] : []))
    expect(categories.map((category) => category.slug)).toEqual(expect.arrayContaining(linked))
  })

  it.each(deals)('offer $product below its price, in a window that ends after it starts', (deal) => {
    const product = products.find(({ slug }) => slug === deal.product)
    const usual = product?.variants.find((variant) => variant.is_default)
    expect(deal.deal_price).toBeLessThan(usual?.price ?? 0)
    expect(deal.ends_in).toBeGreaterThan(deal.starts_in)
  })

  it('have deals that are active, not started and expired', () => {
    const live = deals.filter((deal) => deal.is_active)
    expect(live.some((deal) => deal.starts_in < 0 && deal.ends_in > 0)).toBe(true)
    expect(live.some((deal) => deal.starts_in > 0)).toBe(true)
    expect(live.some((deal) => deal.ends_in < 0)).toBe(true)
  })

  it('have a coupon for every case', () => {
    expect(repeated(coupons.map((coupon) => coupon.code))).toEqual([])
    const has = (test: (coupon: (typeof coupons)[number]) => boolean) => expect(coupons.some(test)).toBe(true)
    has((c) => c.level === 'order' && c.kind === 'percent' && c.max_discount !== null && c.ends_in === null)
    has((c) => c.level === 'order' && c.kind === 'flat' && c.min_amount !== null)
    has(
      (c) => c.level === 'item' && c.kind === 'percent' && categories.some(({ slug }) => slug === c.category),
    )
    has((c) => c.ends_in !== null && c.ends_in < 0)
    has((c) => c.starts_in !== null && c.starts_in > 0)
    has((c) => c.usage_limit !== null && c.used_count >= c.usage_limit)
    has((c) => c.per_user_limit === 1)
  })
})

describe('the customers', () => {
  it('are Asha with 12 orders and 2 addresses, and Vikram with neither', () => {
    expect(asha).toMatchObject({ phone_number: '9876543210', password: 'Demo@1234' })
    expect(asha?.orders).toHaveLength(12)
    expect(asha?.addresses.map((address) => address.is_default)).toEqual([true, false])
    const vikram = customers.find((customer) => customer.email === 'vikram@example.com')
    expect(vikram).toMatchObject({ phone_number: '9123456780', addresses: [], orders: [] })
  })

  it('have orders of existing variants and coupons, in every status', () => {
    const statuses = new Set(asha?.orders.map((order) => order.status))
    expect(statuses.size).toBe(7)
    for (const order of asha?.orders ?? []) {
      if (order.coupon !== undefined) expect(coupons.map((c) => c.code)).toContain(order.coupon)
      for (const { product, sku, quantity } of order.lines) {
        const skus = products.find(({ slug }) => slug === product)?.variants.map((variant) => variant.sku)
        expect(skus).toContain(sku)
        expect(quantity).toBeGreaterThan(0)
      }
    }
  })

  it('have addresses whose pincode fits the city', () => {
    for (const { city, state, pincode } of customers.flatMap((customer) => customer.addresses)) {
      const place = cities.find((other) => other.city === city)
      expect(place?.state).toBe(state)
      expect(pincode).toMatch(/^[1-9][0-9]{5}$/)
      expect(pincode.startsWith(place?.pin ?? '?')).toBe(true)
    }
  })
})

describe('the pictures', () => {
  it('show each product at least twice, and all videos exist', () => {
    for (const product of products) {
      const media = product.variants.find((variant) => variant.is_default)?.media ?? []
      expect([...media, ...product.media].flatMap(imageName).length, product.slug).toBeGreaterThanOrEqual(2)
    }
    for (const { slug, media: shared, variants: ofProduct } of products) {
      for (const { color, media: own } of ofProduct.filter((variant) => variant.color !== null)) {
        const shown = [...own, ...shared].flatMap((m) => (m.media_type === 'image' ? [m.picture] : []))
        const colours = shown.map((picture) => picture.colour)
        expect(new Set(colours).size, `${slug} in ${color}`).toBe(1)
        expect(shown.map((picture) => picture.look)).toEqual(['front', 'angle', 'detail', 'scene'])
      }
    }
    const uploads = media.filter((m) => m.media_type === 'video' && m.video_source === 'upload')
    expect(uploads).toHaveLength(3)
    for (const upload of uploads) {
      const file = new URL(`../assets/${'name' in upload ? upload.name : ''}.mp4`, import.meta.url)
      expect(existsSync(file)).toBe(true)
      expect(readFileSync(file).length).toBeLessThan(250 * 1024)
    }
    const linked = media.flatMap((m) => ('youtube_id' in m ? [m.youtube_id] : []))
    expect(linked).toHaveLength(3)
    for (const id of linked) expect(id).toMatch(/^[A-Za-z0-9_-]{11}$/)
  })

  it('use exactly the drawings in drawings.json', () => {
    expect(Object.keys(drawings())).toEqual(drawingNames(demoShop))
  })

  it('are the same each time, with unique ids and no broken reference', () => {
    // One assertion for each picture: there are more than a thousand.
    for (const picture of new Map(
      picturesOf(demoShop).map((each) => [JSON.stringify(each), each]),
    ).values()) {
      const svg = drawPicture(picture)
      const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
      const references = [...svg.matchAll(/(?:url\(#|href="#)([^")]+)/g)].map(([, id]) => id)
      expect({
        isSame: drawPicture(picture) === svg,
        repeated: ids.length - new Set(ids).size,
        broken: references.filter((id) => !ids.includes(id)),
        invalid: /NaN|undefined/.exec(svg.replaceAll(/;base64,[^"]*/g, '')),
        // Filters take 25 MiB of the server while it draws.
        filtered: svg.includes('<filter'),
      }).toEqual({ isSame: true, repeated: 0, broken: [], invalid: null, filtered: false })
    }
  })

  it('differ between products, even if they share a drawing', () => {
    const fronts = products.flatMap((product) => {
      const media = product.variants.find((variant) => variant.is_default)?.media ?? []
      const first = [...media, ...product.media].find((item) => item.media_type === 'image')
      return first?.media_type === 'image' ? [drawPicture(first.picture)] : []
    })
    expect(new Set(fronts).size).toBe(fronts.length)
  })

  it('render as a square, or wide for banners', async () => {
    const looks = new Map(picturesOf(demoShop).map((picture) => [picture.look, picture]))
    expect(looks.size).toBe(9)
    for (const [look, picture] of looks) {
      const { width, height } = await sharp(Buffer.from(drawPicture(picture))).metadata()
      expect([width, height]).toEqual(look === 'banner' ? [1920, 720] : [1200, 1200])
    }
  })
})
