/** The merchant's work on coupons, deals and banners. All functions throw Failures. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { nameOfVariant } from '@haat/contract/staff/products'
import { findCustomerByEmail } from '../../features/auth/customer.store.ts'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
import { priceLines, quoteLines } from '../../features/coupons/quote.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { isFlag, isYes } from '../cells/fields.ts'
import { storePictureFrom } from '../pictures/named-picture.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { badRequest, conflict, Failure, noSuch, ofField } from '../../http/failure.ts'
import { findCategory, listCategories } from '../catalogue/categories.ts'
import { getProduct } from '../catalogue/products.ts'
import { variantOfSku } from '../catalogue/variants.ts'
import { findCustomerByLogin } from '../customers/customers.ts'
import { resolveLink } from './banner-links.ts'
import * as store from './promotions.store.ts'

export async function createCoupon(
  { db, now }: Shop,
  input: InputOf<Staff['coupons']['create']>,
): Promise<Coupon> {
  const { percent, flat, item, min_amount = null, max_discount = null, starts = null, ends = null } = input
  const value = percent ?? flat
  if (value === undefined || (percent !== undefined && flat !== undefined))
    throw badRequest('Give a discount either in percent or as an amount.', { field: 'percent' })
  const kind = percent === undefined ? 'flat' : 'percent'
  const code = input.code.trim().toUpperCase()
  if (!/^[A-Z0-9_-]{2,40}$/.test(code))
    throw badRequest('A coupon code must have 2 to 40 characters: letters, digits, - or _.', {
      field: 'code',
    })
  if (value === 0) throw badRequest('The discount must be more than 0.', { field: kind })
  if (ends && ends <= now()) throw badRequest('The coupon must end in the future.', { field: 'ends' })
  if (ends && starts && ends <= starts)
    throw badRequest('The coupon must end after it starts.', { field: 'ends' })
  const { category: categoryText, product: productText, customer: email } = input
  const category =
    categoryText === undefined ? null : await findCategory(db, categoryText).catch(ofField('category'))
  const product =
    productText === undefined
      ? null
      : (await getProduct({ db }, productText).catch(ofField('product'))).product
  const customer = email === undefined ? null : await findCustomerByEmail(db, email.trim().toLowerCase())
  if (customer === undefined) throw noSuch(`There is no customer ${email}.`, { field: 'customer' })
  const rule = { kind, value, min_amount, max_discount } as const
  const coupon = {
    ...rule,
    code,
    level: item ? 'item' : 'order',
    starts_at: starts,
    ends_at: ends,
    usage_limit: input.limit ?? null,
    per_user_limit: input.per_customer ?? null,
    description: input.description?.trim() || describeDiscount(rule, product?.name ?? category?.name),
    category_id: category?.id ?? null,
    product_id: product?.id ?? null,
    user_id: customer?.id ?? null,
    is_listed: input.listed,
  } as const
  const created = await db.transaction((tx) => store.insertCoupon(tx, coupon))
  if (!created) throw conflict(`There is already a coupon ${code}.`, { field: 'code' })
  return created
}

/** Changes what customers read of a coupon, and whether the checkout shows it. */
export async function changeCoupon(
  { db }: Shop,
  { key, set: { listed, description } }: InputOf<Staff['coupons']['set']>,
): Promise<Coupon> {
  if (listed !== undefined && !isFlag(listed)) throw badRequest(`listed: answer yes or no, not "${listed}".`)
  if (description?.trim() === '') throw badRequest('The text for customers cannot be empty.')
  const changes = {
    ...(listed !== undefined && { is_listed: isYes(listed) }),
    ...(description !== undefined && { description: description.trim() }),
  }
  if (Object.keys(changes).length === 0) throw badRequest('Name what to change: listed or description.')
  const code = key.trim().toUpperCase()
  const changed = await db.transaction((tx) => store.updateCoupon(tx, code, changes))
  if (!changed)
    throw noSuch(`There is no coupon ${code}.`, { remedy: 'To see them all, run: haat coupons list' })
  return changed
}

function describeDiscount(
  { kind, value, min_amount, max_discount }: Pick<Coupon, 'kind' | 'value' | 'min_amount' | 'max_discount'>,
  scope: string | undefined,
): string {
  return [
    `${kind === 'percent' ? `${value}%` : formatShortRupees(value)} off${scope === undefined ? '' : ` ${scope}`}`,
    ...(max_discount === null ? [] : [`up to ${formatShortRupees(max_discount)}`]),
    ...(min_amount === null ? [] : [`on purchases of ${formatShortRupees(min_amount)} or more`]),
  ].join(', ')
}

/** All coupons, newest first, each with what it is for: the path of its category with the slug, or its product. */
export async function listCoupons({ db }: Pick<Shop, 'db'>) {
  const categories = new Map((await listCategories(db)).map((node) => [node.id, node]))
  return (await store.findCoupons(db)).map(({ product, ...coupon }) => {
    const category = coupon.category_id === null ? undefined : categories.get(coupon.category_id)
    return { ...coupon, product, category: category && `${category.path.join(' > ')} (${category.slug})` }
  })
}
export type ListedCoupon = Awaited<ReturnType<typeof listCoupons>>[number]

/** Running and later deals. */
export const findCurrentDeals = async ({ db, now }: Pick<Shop, 'db' | 'now'>) =>
  (await store.findDealsWithProducts(db)).filter((deal) => deal.is_active && deal.end_date > now())

/** Those of them that have no effect, because the usual price of the product is as low. */
export const findOvertakenDeals = async (shop: Pick<Shop, 'db' | 'now'>) =>
  (await findCurrentDeals(shop)).filter(isOvertaken)

/** @param deal prices in paise; without a price, nothing of its product is for sale */
export const isOvertaken = ({ price, deal_price }: { price: number | null; deal_price: number }): boolean =>
  price !== null && price <= deal_price

/** Creates a deal for the default variant of a product. @returns also the other deals of the product at that time */
export async function createDeal(
  { db, now }: Shop,
  {
    product: text,
    price: deal_price,
    ends: end_date,
    starts: start_date = now(),
  }: InputOf<Staff['deals']['create']>,
): Promise<ReplyOf<Staff['deals']['create']>> {
  const whole = await getProduct({ db }, text).catch(ofField('product'))
  const { product, variants } = whole
  const variant = variants.find(({ is_default }) => is_default)
  if (!variant)
    throw badRequest(`${product.name} has no variant that could have a deal.`, { field: 'product' })
  const asked = variantOfSku(whole, text)
  if (asked && asked.id !== variant.id)
    throw badRequest(
      `A deal changes the price of a product's first variant only: for ${product.name} that is ${nameOfVariant(variant)} at ${formatShortRupees(variant.price)}, not ${nameOfVariant(asked)}.`,
      { field: 'product', remedy: `To sell this one for less, run: haat products set ${text} price=…` },
    )
  if (deal_price === 0) throw badRequest('The price must be above zero.', { field: 'price' })
  if (deal_price >= variant.price)
    throw badRequest(
      `The price must be below the usual price of ${product.name}, ${formatShortRupees(variant.price)}.`,
      { field: 'price' },
    )
  if (end_date <= start_date) throw badRequest('The deal must end after it starts.', { field: 'ends' })
  if (end_date <= now()) throw badRequest('The deal must end in the future.', { field: 'ends' })
  const { id: product_id, name } = product
  const deal = { product_id, name, description: '', deal_price, start_date, end_date }
  const overlapping = (await store.findDealsWithProducts(db)).filter(
    (other) =>
      other.product_id === product.id &&
      other.is_active &&
      other.start_date < end_date &&
      other.end_date > start_date &&
      other.end_date > now(),
  )
  const id = await db.transaction((tx) => store.insertDeal(tx, deal, now()))
  return {
    id,
    ...deal,
    product: product.name,
    usual_price: variant.price,
    variant: nameOfVariant(variant),
    other_variants: variants.length - 1,
    overlapping,
  }
}

export async function createBanner(
  shop: Shop,
  { picture, name: banner_name, link: linkText }: InputOf<Staff['banners']['create']>,
) {
  const link = linkText === undefined ? null : await resolveLink(shop, linkText).catch(ofField('link'))
  const banner_image = await storePictureFrom(shop, picture).catch(ofField('picture'))
  const banner = { banner_name, banner_image, link }
  return { id: await shop.db.transaction((tx) => store.insertBanner(tx, banner)), ...banner }
}

/** Ends a coupon, a deal or a banner, whose key is the code of the coupon; of others the id. */
export const endPromotion =
  (table: 'coupons' | 'deals' | 'banners') =>
  async ({ db, now }: Pick<Shop, 'db' | 'now'>, { key: text }: { key: string }) => {
    const one = table.slice(0, -1)
    const key = table === 'coupons' ? text.toUpperCase() : text.replace(/^#/, '')
    if (table !== 'coupons' && !/^[1-9]\d{0,8}$/.test(key))
      throw badRequest(`"${text}" is not a number of a ${one}.`)
    if (!(await db.transaction((tx) => store.endPromotion(tx, table, key, now()))))
      throw noSuch(`There is no active ${one} ${key}.`, {
        remedy: `To see them all, run: haat ${table} list`,
      })
    return { ended: key }
  }

/** What a coupon would take off a product now, with the checkout's own prices; nothing is written. */
export async function tryCoupon(
  { db, now }: Shop,
  { key, product: text, quantity, customer: login }: InputOf<Staff['coupons']['try']>,
): Promise<ReplyOf<Staff['coupons']['try']>> {
  const customer = login === undefined ? NOBODY : (await findCustomerByLogin(db, login)).id
  const whole = await getProduct({ db }, text)
  const variant_id = variantOfSku(whole, text)?.id
  const item = { product_id: whole.product.id, variant_id, quantity }
  const lines = await quoteLines(db, customer, [item], now())
  const terms = { checkout: 'cart', delivery: (await readSettings(db)).delivery, now: now() } as const
  const tried = async (claim: { code: string } | null) =>
    (await priceLines(db, customer, lines, claim, terms)).priced
  const { items_total } = await tried(null)
  try {
    const { total_items_discount } = await tried({ code: key.trim() })
    return { items_total, discount: total_items_discount, refusal: null }
  } catch (error) {
    if (!(error instanceof Failure) || error.extra.code !== 'COUPON_INVALID') throw error
    return { items_total, discount: 0, refusal: error.message }
  }
}

/** The id of no customer. */
const NOBODY = 0

/** Changes a banner, or its place among the others. */
export async function changeBanner(
  shop: Shop,
  { key, set }: InputOf<Staff['banners']['set']>,
): Promise<ReplyOf<Staff['banners']['set']>> {
  const { name, picture, before, after } = set
  const link =
    set.link === undefined
      ? undefined
      : /^(none|)$/i.test(set.link)
        ? null
        : await resolveLink(shop, set.link).catch(ofField('set.link'))
  if (name !== undefined && (name.trim() === '' || name.length > 200))
    throw badRequest('The text has 1 to 200 characters.', { field: 'set.name' })
  const banner_image =
    picture === undefined ? undefined : await storePictureFrom(shop, picture).catch(ofField('set.picture'))
  return shop.db.transaction(async (tx) => {
    const banners = await store.findAllBanners(tx)
    const named = (text: string) => {
      const found = banners.find(({ id }) => String(id) === text.replace(/^#/, ''))
      if (!found) throw noSuch(`There is no banner ${text}.`)
      return found
    }
    const own = named(key)
    await store.updateBanner(tx, own.id, { banner_name: name?.trim(), link, banner_image })
    const beside = before ?? after
    if (beside !== undefined) {
      const others = banners.filter(({ id }) => id !== own.id)
      const at = others.indexOf(named(beside))
      if (at < 0) throw badRequest('A banner has no place beside itself.')
      const ordered = others.toSpliced(at + Number(before === undefined), 0, own)
      for (const [position, { id, position: old }] of ordered.entries())
        if (position !== old) await store.updateBanner(tx, id, { position })
    }
    return (await store.findAllBanners(tx)).find(({ id }) => id === own.id)!
  })
}

export function couponState(coupon: Coupon, now: Date): string {
  if (!coupon.is_active) return 'ended'
  if (coupon.ends_at && coupon.ends_at <= now) return 'expired'
  if (coupon.usage_limit !== null && coupon.used_count >= coupon.usage_limit) return 'used up'
  return coupon.starts_at && coupon.starts_at > now ? 'upcoming' : 'running'
}

/** The state of a deal; a running or later one may have no effect. */
export function dealStateText(
  deal: Awaited<ReturnType<typeof store.findDealsWithProducts>>[number],
  now: Date,
): string {
  const state = dealState(deal, now)
  if (!deal.is_active || state === 'expired') return deal.is_active ? 'expired' : 'ended'
  if (isOvertaken(deal)) return `no effect: the price is ${formatShortRupees(deal.price ?? 0)}`
  return state === 'active' ? 'running' : 'upcoming'
}

export const couponActs: ActTable<Staff['coupons']> = {
  create: createCoupon,
  try: tryCoupon,
  set: changeCoupon,
  end: endPromotion('coupons'),
  list: async (shop) =>
    (await listCoupons(shop)).map((coupon) => ({
      ...coupon,
      state: couponState(coupon, shop.now()),
      value: coupon.kind === 'flat' ? toRupees(coupon.value) : coupon.value,
      category: coupon.category ?? null,
    })),
}

export const dealActs: ActTable<Staff['deals']> = {
  create: createDeal,
  end: endPromotion('deals'),
  list: async ({ db, now }) =>
    (await store.findDealsWithProducts(db)).map((deal) => ({ ...deal, state: dealStateText(deal, now()) })),
}

export const bannerActs: ActTable<Staff['banners']> = {
  create: createBanner,
  set: changeBanner,
  end: endPromotion('banners'),
  list: ({ db }) => store.findAllBanners(db),
}
