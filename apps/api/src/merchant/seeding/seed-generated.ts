/** Fills an empty shop with a generated one: in one transaction, the same for the same seed and base time. */
import { join } from 'node:path'
import { generateShop, type GeneratedShop, type Profile, scaled, type Sizes } from '@haat/seed/generator'
import type { Database, Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { rebuildIndex } from '../../features/search/search-index.store.ts'
import { DEFAULT_PAGES, DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { storePage } from '../../features/settings/settings.store.ts'
import { writeSettings } from '../../features/settings/shop-settings.ts'
import { writeDemoShop } from './demo.store.ts'
import { type Buyer, type PlannedOrder, writeCustomers, writeOrders } from './generated-people.store.ts'
import { type Sellable, sellablesOf, writeProducts } from './generated-products.store.ts'
import { writePictures } from './seed-demo.ts'
import { deleteAllRows, isEmpty, markInitialised } from '../setup/shop-state.store.ts'

/** Hash of the password that all demo customers share and everybody knows: a fixed salt keeps seeds equal. */
const DEMO_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$aGFhdCBkZW1vIHNob3AgMQ$wOi9Yp2H8l1OLy44HoUR5X17eOiE21B/zLbl+ApqMFQ'
const BATCH = 1000

export interface SeedWish {
  profile: Profile
  seed: number
  sizes: Partial<Sizes>
  /** What all times count from. */
  base: Date
  /** Whether a shop with something in it is emptied first. Never in production. */
  replace: boolean
  /** Is told how much of the work is done. */
  onProgress?: (done: number, total: number) => void
}

export interface Seeded extends Sizes {
  profile: Profile
  seed: number
  base: string
}

/** The shop holds something that may be missed. */
export class ShopNotEmpty extends Error {}

/** @throws ShopNotEmpty */
export async function seedGenerated(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  wish: SeedWish,
): Promise<Seeded> {
  const { profile, seed, sizes, base } = wish
  await refuseFull(db, wish, config.production)
  const shop = generateShop(profile, seed, sizes)
  if (shop.base.products.length + shop.products > 0) await writePictures(join(config.dataDir, 'media'))
  await db.transaction(async (tx) => {
    if (wish.replace) await deleteAllRows(tx)
    await write(tx, shop, wish)
  })
  const products = shop.base.products.length + shop.products
  const { customers, orders } = shop
  return { profile, seed, base: base.toISOString(), products, customers, orders }
}

async function refuseFull(db: Database, { replace }: SeedWish, production: boolean): Promise<void> {
  if (replace && production) throw new ShopNotEmpty('--replace does not work in production.')
  if (replace || (await isEmpty(db))) return
  throw new ShopNotEmpty(
    'This shop is not empty. Name another DATA_DIR, or add --replace to lose what is in it.',
  )
}

async function write(tx: Tx, shop: GeneratedShop, { base, onProgress }: SeedWish): Promise<void> {
  const passwordHashes = new Map(shop.base.customers.map(({ email }) => [email, DEMO_HASH]))
  const ids = await writeDemoShop(tx, shop.base, { now: base, settings: DEFAULT_SETTINGS, passwordHashes })
  await refreshListings(tx, [...ids.products.values()], base)
  // The index takes about as long as everything else.
  const total = 2 * shop.products + shop.customers + shop.orders + 1
  let done = 0
  const step = (count: number): void => onProgress?.((done += count), total)
  const sellables = sellablesOf(shop.base.products, ids)
  await inBatches(shop.products, shop.product, step, async (some) => {
    for (const one of await writeProducts(tx, some, ids.categories, base)) sellables.push(one)
    return []
  })
  const buyers = await inBatches(shop.customers, shop.customer, step, (some) =>
    writeCustomers(tx, some, DEMO_HASH, base),
  )
  await writeHistory(tx, shop, { sellables, buyers, base, step })
  await rebuildIndex(tx)
  await writeSettings(tx, DEFAULT_SETTINGS)
  for (const page of DEFAULT_PAGES) await storePage(tx, page)
  await markInitialised(tx, base)
  onProgress?.(total, total)
}

async function inBatches<T, R>(
  count: number,
  make: (n: number) => T,
  step: (count: number) => void,
  write: (some: T[]) => Promise<R[]>,
): Promise<R[]> {
  const made: R[] = []
  for (let start = 0; start < count; start += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => make(start + n))
    for (const one of await write(some)) made.push(one)
    step(some.length)
  }
  return made
}

interface Stock {
  sellables: Sellable[]
  buyers: Buyer[]
  base: Date
  step: (count: number) => void
}

/** Oldest first, so that the newest order has the highest number. */
async function writeHistory(
  tx: Tx,
  shop: GeneratedShop,
  { sellables, buyers, base, step }: Stock,
): Promise<void> {
  if (sellables.length === 0 || buyers.length === 0) return
  const numbered = Array.from({ length: shop.orders }, (_, n) => ({ n, order: shop.order(n) }))
  const oldestFirst = numbered.toSorted((a, b) => b.order.age_days - a.order.age_days || a.n - b.n)
  const plan = (at: number): PlannedOrder => {
    const { n, order } = oldestFirst[at]!
    const chosen = new Map<number, PlannedOrder['lines'][number]>()
    for (const { variant, quantity } of order.lines) {
      const sellable = sellables[scaled(variant, sellables.length)]!
      chosen.set(sellable.variant_id, { sellable, quantity })
    }
    return { n, order, buyer: buyers[order.customer]!, lines: [...chosen.values()] }
  }
  await inBatches(oldestFirst.length, plan, step, async (some) => {
    await writeOrders(tx, some, DEFAULT_SETTINGS.delivery, base)
    return []
  })
}
