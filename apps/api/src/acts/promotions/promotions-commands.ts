/** `haat coupons`, `haat deals` and `haat banners`: create, end, list. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
import { formatMoment } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { parseMoment, parseRupees, whole } from '../../merchant/arguments.ts'
import { amount, type Columns } from '../../merchant/columns.ts'
import { addCommand } from '../../merchant/command.ts'
import { UserError } from '../../merchant/user-error.ts'
import { nameOfVariant } from '../catalogue/products.ts'
import { findAllBanners, findDealsWithProducts } from './promotions.store.ts'
import {
  createBanner,
  createCoupon,
  createDeal,
  endPromotion,
  isOvertaken,
  listCoupons,
  type ListedCoupon,
} from './promotions.ts'

export function registerPromotions(program: Command): void {
  registerBanners(program.command('banners').description('create, end and list the banners of the home page'))
  registerCoupons(program.command('coupons').description('create, end and list coupons'))
  registerDeals(program.command('deals').description('create, end and list deals'))
}

function addEnd(
  parent: Command,
  table: 'coupons' | 'deals' | 'banners',
  description: string,
  args: Record<string, string>,
): void {
  addCommand(parent, {
    name: 'end',
    description,
    args,
    help: `Example:\n  haat ${table} end ${table === 'coupons' ? 'DIWALI10' : 3}`,
    run: (shop, _, key) => endPromotion(shop, table, key),
    text: (key) => `Ended: ${table.slice(0, -1)} ${key}.`,
  })
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
  })
  addEnd(coupons, 'coupons', 'end a coupon; orders that used it do not change', {
    '<code>': 'such as DIWALI10',
  })
  addCommand(coupons, {
    name: 'list',
    description: 'list all coupons, newest first',
    run: listCoupons,
    columns: COUPON_COLUMNS,
    none: 'There are no coupons.',
    // The value of a coupon is an amount or a percentage.
    json: (rows) =>
      rows.map((coupon) => ({
        ...coupon,
        value: coupon.kind === 'flat' ? toRupees(coupon.value) : coupon.value,
      })),
  })
}

function couponState(coupon: Coupon, now: Date): string {
  if (!coupon.is_active) return 'ended'
  if (coupon.ends_at && coupon.ends_at <= now) return 'expired'
  if (coupon.usage_limit !== null && coupon.used_count >= coupon.usage_limit) return 'used up'
  return coupon.starts_at && coupon.starts_at > now ? 'upcoming' : 'running'
}

export const COUPON_COLUMNS: Columns<[coupon: ListedCoupon, shop: Pick<Shop, 'now'>]> = {
  Code: ({ code }) => code,
  State: (coupon, { now }) => couponState(coupon, now()),
  Used: ({ used_count, usage_limit }) => `${used_count}${usage_limit === null ? '' : ` of ${usage_limit}`}`,
  Ends: ({ is_active, ends_at }) => (is_active ? (ends_at ?? 'never') : ''),
  'Only for': ({ category, product }) => [category, product].filter(Boolean).join(', '),
  Description: ({ description }) => description,
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
    },
    help: 'Example:\n  haat deals create steel-bottle-1l --price 399 --ends +3d',
    run: (shop, { starts, ends, price }, product) =>
      createDeal(shop, {
        product,
        price,
        start_date: parseMoment(starts, '--starts', shop.now()),
        end_date: parseMoment(ends, '--ends', shop.now()),
      }),
    text: (created, { now }) => describeDeal(created, now()),
  })
  addEnd(deals, 'deals', 'end a deal; its product gets its usual price again', {
    '<deal>': 'its number in haat deals list',
  })
  addCommand(deals, {
    name: 'list',
    description: 'list all deals, newest first',
    run: ({ db }) => findDealsWithProducts(db),
    columns: {
      Deal: ({ id }) => String(id),
      State: (deal, { now }) => stateOf(deal, now()),
      Price: ({ deal_price }) => amount(deal_price),
      Starts: ({ start_date }) => start_date,
      Ends: ({ is_active, end_date }) => (is_active ? end_date : ''),
      Product: ({ product }) => product,
    },
    none: 'There are no deals.',
    json: true,
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
  addEnd(banners, 'banners', 'remove a banner from the home page', {
    '<banner>': 'its number in haat banners list',
  })
  addCommand(banners, {
    name: 'list',
    description: 'list all banners in display order',
    run: ({ db }) => findAllBanners(db),
    columns: {
      Banner: ({ id }) => String(id),
      Visible: ({ is_active }) => is_active,
      Name: ({ banner_name }) => banner_name,
      Link: ({ link }) => link,
    },
    none: 'There are no banners.',
    json: true,
  })
}
