import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { demoShop } from '../index.ts'
import { generateShop, PROFILES, type Profile } from './generate.ts'

const upTo = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

function everything(profile: Profile, seed: number, sizes = {}) {
  const shop = generateShop(profile, seed, sizes)
  return {
    base: shop.base,
    products: upTo(Math.min(shop.products, 2000), shop.product),
    customers: upTo(Math.min(shop.customers, 2000), shop.customer),
    orders: upTo(Math.min(shop.orders, 2000), shop.order),
  }
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

describe('a generated shop', () => {
  it.each(PROFILES)('%s is the same to the byte for the same seed', (profile) => {
    expect(digest(everything(profile, 42))).toBe(digest(everything(profile, 42)))
  })

  it('differs for another seed', () => {
    const [one, other] = [everything('huge', 42), everything('huge', 43)]
    for (const part of ['products', 'customers', 'orders'] as const)
      expect(digest(one[part])).not.toBe(digest(other[part]))
  })

  it('keeps its first products, customers and orders when it grows', () => {
    const sizes = { products: 1000, customers: 40, orders: 100 }
    const [small, large] = [everything('demo', 7, sizes), everything('demo', 7, { ...sizes, products: 1500 })]
    expect(large.products.slice(0, small.products.length)).toEqual(small.products)
    expect(large.customers).toEqual(small.customers)
    expect(large.orders).toEqual(small.orders)
  })

  it('includes the demo products in its number of products', () => {
    const { base, products } = generateShop('demo', 1, { products: 500 })
    expect(base.products.length + products).toBe(500)
    expect(base.products).toEqual(demoShop.products)
    const few = generateShop('demo', 1, { products: 10 })
    expect([few.base.products.length, few.products]).toEqual([10, 0])
    const slugs = few.base.products.map(({ slug }) => slug)
    const ordered = few.base.customers.flatMap(({ orders }) => orders.flatMap(({ lines }) => lines))
    for (const { product } of ordered) expect(slugs).toContain(product)
  })

  it('has no data when empty', () => {
    expect(everything('empty', 1, { products: 50, customers: 5 })).toMatchObject({
      products: [],
      customers: [],
    })
    expect(generateShop('empty', 1).base.categories).toEqual([])
  })

  it('gives every product a unique slug, unique SKUs and valid prices', () => {
    const { products } = everything('huge', 42)
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length)
    const variants = products.flatMap((product) => product.variants)
    expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
    for (const { price, mrp, stock } of variants) {
      expect(price).toBeGreaterThan(0)
      expect(mrp ?? price).toBeGreaterThanOrEqual(price)
      expect(stock).toBeGreaterThanOrEqual(0)
    }
    for (const { variants } of products)
      expect(variants.filter(({ is_default }) => is_default)).toHaveLength(1)
    expect(variants.some(({ stock }) => stock === 0)).toBe(true)
  })

  it('gives every customer an address, a unique e-mail and a unique phone number', () => {
    const { customers } = everything('huge', 42)
    expect(new Set(customers.map(({ email }) => email)).size).toBe(customers.length)
    expect(new Set(customers.map(({ phone_number }) => phone_number)).size).toBe(customers.length)
    for (const { phone_number, addresses } of customers) {
      expect(phone_number).toMatch(/^[6-9]\d{9}$/)
      expect(addresses.filter(({ is_default }) => is_default)).toHaveLength(1)
      for (const { pincode } of addresses) expect(pincode).toMatch(/^[1-9]\d{5}$/)
    }
  })

  it('delivers old orders and cancels few', () => {
    const { orders } = everything('huge', 42)
    const old = orders.filter(({ age_days }) => age_days > 5)
    const done = old.filter(({ status }) => ['DELIVERED', 'CANCELLED', 'PAYMENT_FAILED'].includes(status))
    expect(done).toHaveLength(old.length)
    expect(orders.filter(({ status }) => status === 'CANCELLED').length).toBeLessThan(orders.length / 10)
    expect(new Set(orders.map(({ status }) => status)).size).toBe(7)
  })

  it('has edge cases in the edge profile', () => {
    const { products, deals } = generateShop('edge', 1).base
    const named = (slug: string) => products.find((product) => product.slug === `edge-${slug}`)!
    expect(named('long-name').name).toHaveLength(300)
    expect(named('sixty-variants').variants).toHaveLength(60)
    expect(named('sold-out').variants[0]?.stock).toBe(0)
    expect(named('no-pictures').media).toEqual([])
    expect(named('price-is-mrp').variants[0]).toMatchObject({ price: 49_900, mrp: 49_900 })
    expect(named('hindi').name).toMatch(/\p{Script=Devanagari}/u)
    expect(named('tamil').name).toMatch(/\p{Script=Tamil}/u)
    expect(deals.find(({ product }) => product === 'edge-expired-deal')?.ends_in).toBeLessThan(0)
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length)
  })
})
