/** Shops of any size from a number: the same seed gives the same shop, to the byte. */
import { demoShop } from '../index.ts'
import type { DemoCustomer, DemoOrder, DemoProduct, DemoShop } from '../shape.ts'
import { edgeCategories, edgeCustomers, edgeDeals, edgeProducts } from './edge.ts'
import { type GeneratedOrder, orderOf } from './orders.ts'
import { customerOf } from './people.ts'
import { productsAfter } from './products.ts'

export { type Dice, diceOf } from './dice.ts'
export { scaled, type GeneratedOrder } from './orders.ts'

/**
 * `demo`: the demo shop, filled up; `empty`: nothing; `edge`: the demo shop and what breaks shops; `huge`: a
 * hundred thousand products.
 */
export const PROFILES = ['demo', 'empty', 'edge', 'huge'] as const
export type Profile = (typeof PROFILES)[number]

export interface Sizes {
  /** All there are in the end, the demo's own among them. */
  products: number
  /** Besides the demo's own. */
  customers: number
  /** Besides the demo's own. */
  orders: number
}

/** A shop that is not written yet: a part as data, and the rest made when it is asked for. */
export interface GeneratedShop {
  /** Written as the demo is. */
  base: DemoShop
  /** How many products come on top of the base, and each of them. */
  products: number
  product(n: number): DemoProduct
  customers: number
  customer(n: number): DemoCustomer
  orders: number
  order(n: number): GeneratedOrder
}

const DEFAULTS: Record<Profile, Sizes> = {
  demo: { products: demoShop.products.length, customers: 50, orders: 200 },
  empty: { products: 0, customers: 0, orders: 0 },
  edge: { products: 300, customers: 50, orders: 200 },
  huge: { products: 100_000, customers: 20_000, orders: 50_000 },
}
const NOTHING: DemoShop = { categories: [], products: [], banners: [], deals: [], coupons: [], customers: [] }

/** @param sizes those of the profile where left out */
export function generateShop(profile: Profile, seed: number, sizes: Partial<Sizes> = {}): GeneratedShop {
  const wanted = { ...DEFAULTS[profile], ...sizes }
  const base = profile === 'empty' ? NOTHING : baseOf(profile, seed, wanted.products)
  const product = productsAfter(demoShop.products, seed)
  const none = profile === 'empty' || wanted.products === 0
  const customers = profile === 'empty' ? 0 : wanted.customers
  return {
    base,
    products: profile === 'empty' ? 0 : Math.max(0, wanted.products - base.products.length),
    product,
    customers,
    customer: (n) => customerOf(seed, n),
    orders: none || customers === 0 ? 0 : wanted.orders,
    order: (n) => orderOf(seed, n, customers),
  }
}

function baseOf(profile: Profile, seed: number, products: number): DemoShop {
  if (profile !== 'edge') return withProducts(demoShop, demoShop.products, products)
  const [model] = demoShop.products
  const [category] = demoShop.categories
  const edge = {
    ...demoShop,
    categories: [...demoShop.categories, ...edgeCategories(category!)],
    deals: [...demoShop.deals, ...edgeDeals],
    customers: [...demoShop.customers, ...edgeCustomers(seed)],
  }
  return withProducts(edge, [...edgeProducts(model!), ...demoShop.products], products)
}

/** The shop with so many of these products, and without what is about any other. */
function withProducts(shop: DemoShop, all: readonly DemoProduct[], most: number): DemoShop {
  const products = all.slice(0, most)
  const slugs = new Set(products.map(({ slug }) => slug))
  const whole = ({ lines }: DemoOrder): boolean => lines.every(({ product }) => slugs.has(product))
  return {
    ...shop,
    products,
    deals: shop.deals.filter(({ product }) => slugs.has(product)),
    customers: shop.customers.map((customer) => ({ ...customer, orders: customer.orders.filter(whole) })),
  }
}
