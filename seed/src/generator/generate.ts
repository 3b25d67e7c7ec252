/** Generates shops of any size. The same seed gives the same shop, to the byte. */
import { demoShop } from '../index.ts'
import type { DemoCustomer, DemoOrder, DemoOrderStatus, DemoProduct, DemoShop } from '../shape.ts'
import { seededRandom } from './random.ts'
import { edgeCategories, edgeCustomers, edgeDeals, edgeProducts } from './edge.ts'
import { customerOf } from './customers.ts'
import { productGenerator } from './products.ts'

export { edgePictures } from './edge.ts'
export { type Random, seededRandom } from './random.ts'

/**
 * `demo`: the demo shop with more customers and orders; `empty`: nothing; `edge`: the demo shop and edge cases;
 * `huge`: a hundred thousand products.
 */
export const PROFILES = ['demo', 'empty', 'edge', 'huge'] as const
export type Profile = (typeof PROFILES)[number]

export interface Sizes {
  /** All products, the demo's included. */
  products: number
  /** In addition to the demo's. */
  customers: number
  /** In addition to the demo's. */
  orders: number
}

/** A shop as data (`base`), and functions that build its other products, customers and orders one by one. */
export interface GeneratedShop {
  base: DemoShop
  /** How many products there are besides the base; `product(n)` builds each, from 0. Likewise the others. */
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
const NOTHING: DemoShop = {
  categories: [],
  products: [],
  banners: [],
  deals: [],
  coupons: [],
  customers: [],
  translations: () => [],
}

/** @param sizes the profile's where left out */
export function generateShop(profile: Profile, seed: number, sizes: Partial<Sizes> = {}): GeneratedShop {
  const counts = { ...DEFAULTS[profile], ...sizes }
  const base = profile === 'empty' ? NOTHING : baseOf(profile, seed, counts.products)
  const product = productGenerator(demoShop.products, seed)
  const hasProducts = profile !== 'empty' && counts.products > 0
  const customers = profile === 'empty' ? 0 : counts.customers
  return {
    base,
    products: profile === 'empty' ? 0 : Math.max(0, counts.products - base.products.length),
    product,
    customers,
    customer: (n) => customerOf(seed, n),
    orders: hasProducts && customers > 0 ? counts.orders : 0,
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

/** The shop with the first `count` of `all` products; deals and orders of other products are left out. */
function withProducts(shop: DemoShop, all: readonly DemoProduct[], count: number): DemoShop {
  const products = all.slice(0, count)
  const slugs = new Set(products.map(({ slug }) => slug))
  const isComplete = ({ lines }: DemoOrder): boolean => lines.every(({ product }) => slugs.has(product))
  return {
    ...shop,
    products,
    deals: shop.deals.filter(({ product }) => slugs.has(product)),
    customers: shop.customers.map((customer) => ({
      ...customer,
      orders: customer.orders.filter(isComplete),
    })),
  }
}

/** A past order. It names customer and variants by number; whoever writes it looks up their ids. */
export interface GeneratedOrder {
  customer: number
  /** Days before the base time. */
  age_days: number
  status: DemoOrderStatus
  payment_method: 'COD' | 'ONLINE'
  /** `variant` is a number below 1,000,000; `scaled` turns it into the index of a variant. */
  lines: { variant: number; quantity: number }[]
  courier?: string
  tracking?: string
}

const COURIERS: [name: string, prefix: string][] = [
  ['Hawai Express', 'HX'],
  ['Dakiya Logistics', 'DK'],
  ['Safar Parcel', 'SF'],
]
const SHIPPED_STATUSES: DemoOrderStatus[] = ['SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERED']
const RANGE = 1_000_000

/** Older orders are delivered, newer ones on their way. */
function statusAt(age: number, percentile: number): DemoOrderStatus {
  if (percentile <= 5) return 'CANCELLED'
  if (percentile <= 9) return 'PAYMENT_FAILED'
  if (age < 0.5) return 'CONFIRMED'
  if (age < 1.5) return 'PROCESSING'
  if (age < 3.5) return 'SHIPPED'
  return age < 4.5 ? 'OUT_FOR_DELIVERY' : 'DELIVERED'
}

/** The nth order, always the same for the same seed. Recent orders are more frequent than old ones. */
function orderOf(seed: number, n: number, customers: number): GeneratedOrder {
  const random = seededRandom(seed, 'order', n)
  const age_days = Math.round(365 * (random.between(0, RANGE) / RANGE) ** 2 * 1000) / 1000
  const status = statusAt(age_days, random.between(1, 100))
  const payment_method = status === 'PAYMENT_FAILED' || random.chance(55) ? 'ONLINE' : 'COD'
  const lines = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3, 4]) }, () => ({
    variant: random.between(0, RANGE - 1),
    quantity: random.pick([1, 1, 1, 1, 2, 2, 3, 6]),
  }))
  const [courier, prefix] = random.pick(COURIERS)
  const tracking = `${prefix}${random.between(100_000_000, 999_999_999)}IN`
  return {
    customer: random.between(0, customers - 1),
    age_days,
    status,
    payment_method,
    lines,
    ...(SHIPPED_STATUSES.includes(status) && { courier, tracking }),
  }
}

/** Scales a `variant` number to an index below `count`. */
export const scaled = (variant: number, count: number): number => Math.floor((variant / RANGE) * count)
