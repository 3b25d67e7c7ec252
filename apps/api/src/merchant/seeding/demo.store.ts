/** Writes the demo shop. Its data refers to rows by slug, SKU and code. */
import type { DemoCustomer, DemoOrder, DemoShop } from '@haat/seed'
import type { Tx } from '../../db/database.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { pictureUrl } from '../../features/media/media-urls.ts'
import { insertTranslations } from '../../features/translations/translations.store.ts'
import {
  type Buyer,
  type OrderableVariant,
  type PastOrder,
  secondsAfter,
  writeCustomers,
  writeOrders,
  writeProducts,
} from './seeding.store.ts'

export interface WrittenDemo {
  /** Ids by slug. */
  categories: Map<string, number>
  /** In the order of the products. */
  variants: OrderableVariant[]
}

/** @param now the time from which the ages in the data count */
export async function writeDemoShop(
  tx: Tx,
  demo: DemoShop,
  passwordHash: (email: string) => string,
  now: Date,
): Promise<WrittenDemo> {
  const categories = await writeCategories(tx, demo)
  const variants = await writeProducts(tx, demo.products, categories, now)
  await writeBanners(tx, demo, categories)
  await writeDeals(tx, demo, variants, now)
  await writeCoupons(tx, demo, categories, now)
  const translations = demo.translations().flatMap(([text, hi, ta]) => [
    { language: 'hi' as const, text, translation: hi },
    { language: 'ta' as const, text, translation: ta },
  ])
  await insertTranslations(tx, translations)
  const buyers = await writeCustomers(tx, demo.customers, passwordHash, now)
  const orders = demo.customers.flatMap((customer, at) =>
    pastOrders(demo, customer, buyers[at]!, { categories, variants }),
  )
  await writeOrders(tx, orders, now)
  await refreshListings(tx, [...new Set(variants.map(({ product_id }) => product_id))], now)
  return { categories, variants }
}

/** @throws when the data refers to something that it does not define */
function defined<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo data refers to "${name}", which it does not define.`)
  return value
}

async function writeCategories(tx: Tx, demo: DemoShop): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [position, { slug, name, parent }] of demo.categories.entries()) {
    const [row] = await tx
      .insert(tx.tables.categories)
      .values({
        slug,
        name,
        image_url: pictureUrl(`category-${slug}`),
        parent_id: parent === undefined ? null : defined(ids.get(parent), parent),
        position,
      })
      .returning()
    ids.set(slug, row!.id)
  }
  return ids
}

const writeBanners = (tx: Tx, demo: DemoShop, categories: Map<string, number>): Promise<void> =>
  tx.insertMany(
    'banners',
    demo.banners.map(({ banner_name, name, link }, position) => {
      const id = link.to === 'category' && defined(categories.get(link.slug), link.slug)
      const path = id ? `category-page?category=${id}` : link.to
      return { banner_name, banner_image: pictureUrl(name), link: `/${path}`, position }
    }),
  )

const writeDeals = (tx: Tx, demo: DemoShop, variants: OrderableVariant[], now: Date): Promise<void> =>
  tx.insertMany(
    'deals',
    demo.deals.map(({ product: slug, starts_in, ends_in, ...deal }) => {
      const sku = demo.products.find((product) => product.slug === slug)?.variants[0]?.sku
      const { product_id } = defined(
        variants.find((variant) => variant.sku === sku),
        slug,
      )
      const [start_date, end_date] = [secondsAfter(now, starts_in), secondsAfter(now, ends_in)]
      return { ...deal, product_id, start_date, end_date }
    }),
  )

const writeCoupons = (tx: Tx, demo: DemoShop, categories: Map<string, number>, now: Date): Promise<void> =>
  tx.insertMany(
    'coupons',
    demo.coupons.map(({ starts_in, ends_in, category, ...coupon }) => ({
      ...coupon,
      starts_at: starts_in === null ? null : secondsAfter(now, starts_in),
      ends_at: ends_in === null ? null : secondsAfter(now, ends_in),
      category_id: category === undefined ? null : defined(categories.get(category), category),
    })),
  )

/** A customer's orders, oldest first. */
function pastOrders(
  demo: DemoShop,
  customer: DemoCustomer,
  buyer: Buyer,
  { categories, variants }: WrittenDemo,
): PastOrder[] {
  const couponOf = ({ coupon: code }: DemoOrder): PastOrder['coupon'] => {
    const coupon = demo.coupons.find((candidate) => candidate.code === code)
    if (!coupon) return null
    const { category } = coupon
    const category_ids = category === undefined ? null : [defined(categories.get(category), category)]
    return { ...coupon, category_ids, product_id: null }
  }
  const bySku = new Map(variants.map((variant) => [variant.sku, variant]))
  return customer.orders
    .toSorted((a, b) => b.age_days - a.age_days)
    .map((order) => ({
      order,
      buyer,
      lines: order.lines.map(({ sku, quantity }) => ({ variant: defined(bySku.get(sku), sku), quantity })),
      coupon: couponOf(order),
      checkout: 'cart',
    }))
}
