/** `haat coupons`, `haat deals` and `haat banners`: create, end, list. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
import { formatMoment } from '../../format.ts'
import { parseId, parseMoment, parseRupees, whole } from '../arguments.ts'
import { addCommand, table } from '../command.ts'
import { UserError } from '../user-error.ts'
import { endBanner, endCoupon, endDeal, findAllBanners, findDealsWithProducts } from './promotions.store.ts'
import {
  createBanner,
  createCoupon,
  createDeal,
  isOvertaken,
  listCoupons,
  type ListedCoupon,
  nameOfVariant,
} from './promotions.ts'

export function registerPromotions(program: Command): void {
  registerBanners(program.command('banners').description('create, end and list the banners of the home page'))
  registerCoupons(program.command('coupons').description('create, end and list coupons'))
  registerDeals(program.command('deals').description('create, end and list deals'))
}

const COUPON_EXAMPLES = `Examples:
  haat coupons create DIWALI10 --percent 10 --max-discount 200 --ends +7d
  haat coupons create FLAT100 --flat 100 --min-amount 999 --per-customer 1
  haat coupons create SHOES15 --percent 15 --item --category "Footwear > Sneakers"`

const rupees = (text: string) => ({ text, parse: parseRupees })
const count = (text: string) => ({ text, parse: whole(1, 1_000_000_000) })

function registerCoupons(coupons: Command): void {
  addCommand(coupons, {
    name: 'create',
    description: 'create a coupon',
    args: { '<code>': 'letters, digits, - and _' },
    options: {
      '--percent <1-100>': { text: 'discount in percent', parse: whole(1, 100) },
      '--flat <rupees>': rupees('discount as an amount'),
      '--item': 'apply the discount to each item instead of the whole order',
      '--min-amount <rupees>': rupees('minimum total of the eligible items'),
      '--max-discount <rupees>': rupees('maximum discount'),
      '--starts <time>': 'such as 2026-03-31T18:00 or +1d (default: now)',
      '--ends <time>': 'such as 2026-04-07 or +7d (default: never)',
      '--limit <number>': count('how many orders may use it'),
      '--per-customer <number>': count('how many orders of one customer may use it'),
      '--category <category>': 'only for products of this category and its sub-categories: name, slug or id',
      '--product <slug, id or SKU>': 'only for this product',
      '--customer <e-mail>': 'only for this customer',
      '--description <text>': 'text for customers (default: describes the discount)',
    },
    help: COUPON_EXAMPLES,
    run: (shop, { percent, flat, item, starts, ends, ...options }, code) => {
      const value = percent ?? flat
      if (value === undefined || (percent !== undefined && flat !== undefined))
        throw new UserError('Give either --percent or --flat.')
      return createCoupon(shop, {
        code,
        level: item ? 'item' : 'order',
        kind: percent === undefined ? 'flat' : 'percent',
        value,
        min_amount: options.minAmount ?? null,
        max_discount: options.maxDiscount ?? null,
        starts_at: starts === undefined ? null : parseMoment(starts, '--starts', shop.now()),
        ends_at: ends === undefined ? null : parseMoment(ends, '--ends', shop.now()),
        usage_limit: options.limit ?? null,
        per_user_limit: options.perCustomer ?? null,
        category: options.category,
        product: options.product,
        customer: options.customer,
        description: options.description,
      })
    },
    text: ({ code, description }) => `Created coupon ${code}: ${description}.`,
    json: couponJson,
  })
  addCommand(coupons, {
    name: 'end',
    description: 'end a coupon; orders that used it do not change',
    args: { '<code>': 'such as DIWALI10' },
    help: 'Example:\n  haat coupons end DIWALI10',
    run: async ({ db }, _, text) => {
      const code = text.toUpperCase()
      if (!(await db.transaction((tx) => endCoupon(tx, code))))
        throw new UserError(`There is no active coupon ${code}. To see them all, run: haat coupons list`)
      return { code }
    },
    text: ({ code }) => `Coupon ${code} has ended.`,
  })
  addCommand(coupons, {
    name: 'list',
    description: 'list all coupons, newest first',
    run: listCoupons,
    text: (rows, { now }) => couponTable(rows, now()),
    json: (rows) => rows.map(couponJson),
  })
}

/** The value of a coupon is an amount or a percentage. */
const couponJson = <C extends Coupon>(coupon: C) => ({
  ...coupon,
  value: coupon.kind === 'flat' ? toRupees(coupon.value) : coupon.value,
})

/** When a coupon or deal ends; empty if somebody has ended it. */
function endOf(isActive: boolean, end: Date | null): string {
  if (!isActive) return ''
  return end ? formatMoment(end) : 'never'
}

function couponState(coupon: Coupon, now: Date): string {
  if (!coupon.is_active) return 'ended'
  if (coupon.ends_at && coupon.ends_at <= now) return 'expired'
  if (coupon.usage_limit !== null && coupon.used_count >= coupon.usage_limit) return 'used up'
  return coupon.starts_at && coupon.starts_at > now ? 'upcoming' : 'running'
}

export function couponTable(coupons: ListedCoupon[], now: Date): string {
  if (coupons.length === 0) return 'There are no coupons.'
  return table(
    ['Code', 'State', 'Used', 'Ends', 'Only for', 'Description'],
    coupons.map((coupon) => [
      coupon.code,
      couponState(coupon, now),
      `${coupon.used_count}${coupon.usage_limit === null ? '' : ` of ${coupon.usage_limit}`}`,
      endOf(coupon.is_active, coupon.ends_at),
      [coupon.category, coupon.product].filter(Boolean).join(', '),
      coupon.description,
    ]),
  )
}

function registerDeals(deals: Command): void {
  addCommand(deals, {
    name: 'create',
    description: "sell a product's first variant at a lower price for a limited time",
    args: { '<product>': 'slug, id or SKU' },
    options: {
      '--price <rupees>': { ...rupees('price during the deal'), required: true },
      '--ends <time>': { text: 'such as 2026-04-07T18:00 or +3d', required: true },
      '--starts <time>': { text: 'such as 2026-03-31T18:00 or +1d', preset: 'now' },
      '--name <text>': "name for customers (default: the product's name)",
      '--description <text>': 'text for customers',
    },
    help: 'Example:\n  haat deals create steel-bottle-1l --price 399 --ends +3d',
    run: (shop, { starts, ends, price, name, description = '' }, product) =>
      createDeal(shop, {
        product,
        price,
        name,
        description,
        start_date: parseMoment(starts, '--starts', shop.now()),
        end_date: parseMoment(ends, '--ends', shop.now()),
      }),
    text: (created, { now }) => describeDeal(created, now()),
    json: ({ deal }) => deal,
  })
  addCommand(deals, {
    name: 'end',
    description: 'end a deal; its product gets its usual price again',
    args: { '<deal>': 'its number in haat deals list' },
    help: 'Example:\n  haat deals end 3',
    run: async ({ db, now }, _, deal) => {
      const id = parseId(deal, 'deal')
      if (!(await db.transaction((tx) => endDeal(tx, id, now()))))
        throw new UserError(`There is no active deal ${id}. To see them all, run: haat deals list`)
      return { id }
    },
    text: ({ id }) => `Deal ${id} has ended.`,
  })
  addCommand(deals, {
    name: 'list',
    description: 'list all deals, newest first',
    run: ({ db }) => findDealsWithProducts(db),
    text: (rows, { now }) => dealTable(rows, now()),
  })
}

/** Says what a new deal costs and when, and which other deals of the product it meets. */
export function describeDeal(
  { deal, variant, priceBefore, others, overlapping }: Awaited<ReturnType<typeof createDeal>>,
  now: Date,
): string {
  const times = ({ start_date, end_date }: { start_date: Date; end_date: Date }): string =>
    `${start_date > now ? `from ${formatMoment(start_date)} ` : ''}until ${formatMoment(end_date)}`
  return [
    `Created deal ${deal.id}: ${deal.name} for ${formatShortRupees(deal.deal_price)} instead of ${formatShortRupees(priceBefore)}, ${times(deal)}.`,
    ...(others > 0 ? [`It is for ${nameOfVariant(variant)}; the other variants keep their prices.`] : []),
    ...overlapping.map(
      (other) =>
        `Deal ${other.id} of this product, for ${formatShortRupees(other.deal_price)}, runs ${times(other)}: while both run, the lower price counts.`,
    ),
  ].join(' ')
}

type ListedDeal = Awaited<ReturnType<typeof findDealsWithProducts>>[number]

/** The state of a deal; a running or later one may have no effect. */
export function stateOf(deal: ListedDeal, now: Date): string {
  const state = dealState(deal, now)
  if (!deal.is_active || state === 'expired') return deal.is_active ? 'expired' : 'ended'
  if (isOvertaken(deal)) return `no effect: the price is ${formatShortRupees(deal.price ?? 0)}`
  return state === 'active' ? 'running' : 'upcoming'
}

function dealTable(deals: ListedDeal[], now: Date): string {
  if (deals.length === 0) return 'There are no deals.'
  return table(
    ['Deal', 'State', 'Price', 'Starts', 'Ends', 'Product'],
    deals.map((deal) => [
      String(deal.id),
      stateOf(deal, now),
      formatShortRupees(deal.deal_price),
      formatMoment(deal.start_date),
      endOf(deal.is_active, deal.end_date),
      deal.product,
    ]),
    [2],
  )
}

function registerBanners(banners: Command): void {
  addCommand(banners, {
    name: 'create',
    description: 'add a banner after the existing ones',
    args: { '<picture>': 'PNG, JPEG, WebP or AVIF file, best 1920 × 640' },
    options: {
      '--name <text>': { text: 'text shown on the picture', required: true },
      '--link <address>': 'where a click leads: /hotdeals, /category-page?category=3, https://…',
    },
    help: 'Example:\n  haat banners create diwali.jpg --name "Diwali week" --link /hotdeals',
    run: (shop, { name, link }, picture) => createBanner(shop, { picture, name, link }),
    text: ({ id, banner_name }) => `Created banner ${id}: ${banner_name}.`,
  })
  addCommand(banners, {
    name: 'end',
    description: 'remove a banner from the home page',
    args: { '<banner>': 'its number in haat banners list' },
    help: 'Example:\n  haat banners end 2',
    run: async ({ db }, _, banner) => {
      const id = parseId(banner, 'banner')
      if (!(await db.transaction((tx) => endBanner(tx, id))))
        throw new UserError(`There is no visible banner ${id}.`)
      return { id }
    },
    text: ({ id }) => `Banner ${id} is hidden.`,
  })
  addCommand(banners, {
    name: 'list',
    description: 'list all banners in display order',
    run: ({ db }) => findAllBanners(db),
    text: (rows) =>
      rows.length === 0
        ? 'There are no banners.'
        : table(
            ['Banner', 'Visible', 'Name', 'Link'],
            rows.map((row) => [
              String(row.id),
              row.is_active ? 'yes' : 'no',
              row.banner_name,
              row.link ?? '',
            ]),
          ),
  })
}
