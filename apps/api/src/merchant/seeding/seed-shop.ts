/** Fills a shop with the demo data or with generated data, each in one transaction. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ASSETS, type DemoMedia, type DemoPicture, demoShop, drawPicture } from '@haat/seed'
import {
  edgePictures,
  type GeneratedShop,
  generateShop,
  type Profile,
  scaled,
  type Sizes,
} from '@haat/seed/generator'
import type { Files } from '../../adapters/files.ts'
import type { MediaStorage } from '../../adapters/media-storage.ts'
import { lockName, type Tx } from '../../db/database.ts'
import { DEMO_PASSWORD, generatePassword, hashPassword } from '../../features/auth/password.ts'
import { buildIndex } from '../../features/search/search-index.store.ts'
import { DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import {
  findShopId,
  isInitialised,
  markInitialised,
  storeShopId,
  writeSettings,
} from '../../features/settings/settings.store.ts'
import { hasStaff, insertMember } from '../../features/staff/staff.store.ts'
import type { Shop } from '../../shop.ts'
import { isShopEmpty } from '../../features/settings/shop-state.store.ts'
import { deleteAllRows } from '../../db/whole-database.ts'
import { UserError } from '../user-error.ts'
import { writeDemoShop, type WrittenDemo } from './demo.store.ts'
import { type Buyer, type PastOrder, writeCustomers, writeOrders, writeProducts } from './seeding.store.ts'

/** Hash of the password that all generated customers share. The fixed salt keeps equal seeds equal. */
const DEMO_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$aGFhdCBkZW1vIHNob3AgMQ$wOi9Yp2H8l1OLy44HoUR5X17eOiE21B/zLbl+ApqMFQ'
const BATCH = 1000

/** Who runs the demo. Not in production: their password is public. */
const DEMO_STAFF = [
  { name: 'Meera Nair', email: 'owner@example.com', role: 'owner' },
  { name: 'Ravi Kumar', email: 'packer@example.com', role: 'packer' },
]

async function writeDemoStaff(tx: Tx, password_hash: string, created_at: Date): Promise<void> {
  if (await hasStaff(tx)) return
  for (const member of DEMO_STAFF) await insertMember(tx, { ...member, password_hash, created_at })
}

export interface DemoLogin {
  email: string
  phone_number: string
  password: string
}

/**
 * Writes the demo shop unless the shop has been initialised. Pictures come first: after a crash before the
 * commit the shop is still empty, and the next start fills it. In production the passwords are random, and known to
 * the caller alone.
 *
 * @returns the logins of the demo customers, or null when it wrote nothing
 */
export async function seedDemo({
  db,
  now,
  config,
  media,
}: Pick<Shop, 'db' | 'now' | 'config' | 'media'>): Promise<DemoLogin[] | null> {
  if (await isInitialised(db)) return null
  await writePictures(media)
  const logins = demoShop.customers.map(({ email, phone_number, password }) => ({
    email,
    phone_number,
    password: config.production ? generatePassword() : password,
  }))
  const passwordHashes = new Map<string, string>()
  for (const { email, password } of logins) passwordHashes.set(email, await hashPassword(password))
  const staffHash = config.production ? null : await hashPassword(DEMO_PASSWORD)
  return db.transaction(async (tx) => {
    // Another server may be filling the same shop.
    await lockName(tx, 'initialise')
    if (await isInitialised(tx)) return null
    const startedAt = now()
    await writeDemoShop(tx, demoShop, (email) => passwordHashes.get(email) ?? '', startedAt)
    if (staffHash !== null) await writeDemoStaff(tx, staffHash, startedAt)
    // Of a demo that strangers use. Without a mail server nobody could verify an address.
    const limits = { ...NEW_SHOP_LIMITS, verified_contact: config.smtpUrl !== null }
    await finish(tx, startedAt, config.production ? limits : undefined)
    return logins
  })
}

export interface SeedOptions {
  profile: Profile
  seed: number
  sizes: Partial<Sizes>
  /** The time from which all times count. */
  base: Date
  /** Empties the shop first. Not allowed in production. */
  replace: boolean
  onProgress?: (done: number, total: number) => void
}

/**
 * Fills an empty shop with generated data. Equal options give equal rows.
 *
 * @throws UserError when the shop is not empty and may not be replaced
 */
export async function seedGenerated(
  { db, config, media }: Pick<Shop, 'db' | 'config' | 'media'>,
  options: SeedOptions,
) {
  const { profile, seed, sizes, base, replace } = options
  if (replace && config.production) throw new UserError('--replace does not work in production.')
  if (!replace && !(await isShopEmpty(db)))
    throw new UserError(
      'This shop is not empty. Set DATA_DIR to another folder, or add --replace to delete its data.',
    )
  const shop = generateShop(profile, seed, sizes)
  const products = shop.base.products.length + shop.products
  if (products > 0) await writePictures(media, profile === 'edge' ? edgePictures : [])
  await db.transaction(async (tx) => {
    // It stays the same shop: its data folder has its id.
    const id = await findShopId(tx)
    if (replace) await deleteAllRows(tx)
    if (replace && id !== undefined) await storeShopId(tx, id)
    await writeGenerated(tx, shop, options)
    if (!config.production) await writeDemoStaff(tx, DEMO_HASH, base)
  })
  return {
    profile,
    seed,
    base: base.toISOString(),
    products,
    customers: shop.customers,
    orders: shop.orders,
  }
}

async function finish(tx: Tx, now: Date, limits = DEFAULT_SETTINGS.limits): Promise<void> {
  await buildIndex(tx)
  await writeSettings(tx, { ...DEFAULT_SETTINGS, limits })
  await markInitialised(tx, now)
}

async function writeGenerated(tx: Tx, shop: GeneratedShop, { base, onProgress }: SeedOptions): Promise<void> {
  const { categories, variants } = await writeDemoShop(tx, shop.base, () => DEMO_HASH, base)
  // The search index takes about as long as everything else.
  const total = 2 * shop.products + shop.customers + shop.orders + 1
  let done = 0
  const onBatch = (count: number): void => onProgress?.((done += count), total)
  await inBatches(shop.products, shop.product, onBatch, async (batch) => {
    for (const variant of await writeProducts(tx, batch, categories, base)) variants.push(variant)
  })
  const buyers: Buyer[] = []
  await inBatches(shop.customers, shop.customer, onBatch, async (batch) => {
    buyers.push(...(await writeCustomers(tx, batch, () => DEMO_HASH, base)))
  })
  if (variants.length > 0 && buyers.length > 0) {
    // The newest order is written last, so that it has the highest id.
    const orders = Array.from({ length: shop.orders }, (_, n) => shop.order(n)).toSorted(
      (a, b) => b.age_days - a.age_days,
    )
    const orderAt = (at: number): PastOrder => pastOrder(orders[at]!, variants, buyers)
    await inBatches(orders.length, orderAt, onBatch, (batch) => writeOrders(tx, batch, base))
  }
  await finish(tx, base)
  onProgress?.(total, total)
}

async function inBatches<T>(
  count: number,
  make: (n: number) => T,
  onBatch: (count: number) => void,
  write: (batch: T[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => make(start + n))
    await write(batch)
    onBatch(batch.length)
  }
}

function pastOrder(
  order: ReturnType<GeneratedShop['order']>,
  variants: WrittenDemo['variants'],
  buyers: Buyer[],
): PastOrder {
  const lines = new Map<number, PastOrder['lines'][number]>()
  for (const line of order.lines) {
    const variant = variants[scaled(line.variant, variants.length)]!
    lines.set(variant.variant_id, { variant, quantity: line.quantity })
  }
  return {
    order,
    buyer: buyers[order.customer]!,
    lines: [...lines.values()],
    coupon: null,
    checkout: 'buy-now',
  }
}

const demoMedia = (): DemoMedia[] =>
  demoShop.products.flatMap((product) => [
    ...product.media,
    ...product.variants.flatMap((variant) => variant.media),
  ])

/** Stores the pictures and videos of the demo shop, and `more` pictures. What a bucket has under their names may be another shop's, and stays. */
export async function writePictures(
  { originals, isShared }: Pick<MediaStorage, 'isShared'> & { originals: Pick<Files, 'list' | 'write'> },
  more: readonly { name: string; picture: DemoPicture }[] = [],
): Promise<void> {
  const present = new Set(isShared ? await originals.list() : [])
  const pictures = [
    ...demoShop.categories.map(({ slug, picture }) => ({ name: `category-${slug}`, picture })),
    ...demoShop.banners,
    ...demoMedia().filter((item) => item.media_type === 'image'),
    ...more,
  ]
  // By name: the sizes of a colour share its pictures.
  for (const [base, picture] of new Map(pictures.map((one) => [one.name, one.picture]))) {
    const name = `${base}.svg`
    if (!present.has(name)) await originals.write(name, Buffer.from(drawPicture(picture)))
  }
  const videos = demoMedia().flatMap((item) =>
    item.media_type === 'video' && item.video_source === 'upload' ? [item.name] : [],
  )
  for (const name of new Set(videos.map((video) => `${video}.mp4`)))
    if (!present.has(name)) await originals.write(name, await readFile(join(ASSETS, name)))
}
