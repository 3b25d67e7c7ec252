/** `haat coupons`, `haat deals` and `haat banners`: create, end, list. */
import { formatShortRupees, toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { Command } from 'commander'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
import { formatMoment } from '../../format.ts'
import { parseId, parseMoment, parseRupees, parseWhole } from '../arguments.ts'
import { print, table, withShop } from '../command.ts'
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

interface JsonOption {
  json?: boolean
}

export function registerPromotions(program: Command): void {
  registerBanners(program.command('banners').description('create, end and list the banners of the home page'))
  registerCoupons(program.command('coupons').description('create, end and list coupons'))
  registerDeals(program.command('deals').description('create, end and list deals'))
}

interface CouponOptions extends JsonOption {
  percent?: string
  flat?: string
  item?: boolean
  minAmount?: string
  maxDiscount?: string
  starts?: string
  ends?: string
  limit?: string
  perCustomer?: string
  category?: string
  product?: string
  customer?: string
  description?: string
}

const COUPON_EXAMPLES = `
Examples:
  haat coupons create DIWALI10 --percent 10 --max-discount 200 --ends +7d
  haat coupons create FLAT100 --flat 100 --min-amount 999 --per-customer 1
  haat coupons create SHOES15 --percent 15 --item --category "Footwear > Sneakers"`

function registerCoupons(coupons: Command): void {
  coupons
    .command('create')
    .description('create a coupon')
    .argument('<code>', 'letters, digits, - and _')
    .option('--percent <1-100>', 'discount in percent')
    .option('--flat <rupees>', 'discount as an amount')
    .option('--item', 'apply the discount to each item instead of the whole order')
    .option('--min-amount <rupees>', 'minimum total of the eligible items')
    .option('--max-discount <rupees>', 'maximum discount')
    .option('--starts <time>', 'such as 2026-03-31T18:00 or +1d (default: now)')
    .option('--ends <time>', 'such as 2026-04-07 or +7d (default: never)')
    .option('--limit <number>', 'how many orders may use it')
    .option('--per-customer <number>', 'how many orders of one customer may use it')
    .option(
      '--category <category>',
      'only for products of this category and its sub-categories: name, slug or id',
    )
    .option('--product <slug, id or SKU>', 'only for this product')
    .option('--customer <e-mail>', 'only for this customer')
    .option('--description <text>', 'text for customers (default: describes the discount)')
    .option('--json', 'print JSON; amounts in rupees')
    .addHelpText('after', COUPON_EXAMPLES)
    .action(async (code: string, options: CouponOptions) => {
      const coupon = await withShop((shop) => createCoupon(shop, couponInput(code, options, shop.now())))
      print(
        coupon,
        options.json,
        ({ code, description }) => `Created coupon ${code}: ${description}.`,
        couponJson,
      )
    })
  coupons
    .command('end')
    .description('end a coupon; orders that used it do not change')
    .argument('<code>')
    .addHelpText('after', '\nExample:\n  haat coupons end DIWALI10')
    .action(async (text: string) => {
      const code = text.toUpperCase()
      const ended = await withShop(({ db }) => db.transaction((tx) => endCoupon(tx, code)))
      if (!ended)
        throw new UserError(`There is no active coupon ${code}. To see them all, run: haat coupons list`)
      console.log(`Coupon ${code} has ended.`)
    })
  coupons
    .command('list')
    .description('list all coupons, newest first')
    .option('--json', 'print JSON; amounts in rupees')
    .action(async ({ json }: JsonOption) => {
      const { coupons: rows, now } = await withShop(async (shop) => ({
        coupons: await listCoupons(shop),
        now: shop.now(),
      }))
      print(
        rows,
        json,
        (all) => couponTable(all, now),
        (all) => all.map(couponJson),
      )
    })
}

function couponInput(code: string, options: CouponOptions, now: Date) {
  const { percent, flat, minAmount, maxDiscount, starts, ends, limit, perCustomer } = options
  if ((percent === undefined) === (flat === undefined))
    throw new UserError('Give either --percent or --flat.')
  const optional = <T>(text: string | undefined, parse: (text: string) => T): T | null =>
    text === undefined ? null : parse(text)
  const parseCount = (option: string) => (text: string) => parseWhole(text, option, 1, 1_000_000_000)
  return {
    code,
    level: options.item ? ('item' as const) : ('order' as const),
    kind: percent === undefined ? ('flat' as const) : ('percent' as const),
    value:
      percent === undefined ? parseRupees(flat ?? '', '--flat') : parseWhole(percent, '--percent', 1, 100),
    min_amount: optional(minAmount, (text) => parseRupees(text, '--min-amount')),
    max_discount: optional(maxDiscount, (text) => parseRupees(text, '--max-discount')),
    starts_at: optional(starts, (text) => parseMoment(text, '--starts', now)),
    ends_at: optional(ends, (text) => parseMoment(text, '--ends', now)),
    usage_limit: optional(limit, parseCount('--limit')),
    per_user_limit: optional(perCustomer, parseCount('--per-customer')),
    category: options.category,
    product: options.product,
    customer: options.customer,
    description: options.description,
  }
}

/** A coupon with amounts in rupees. */
const couponJson = <C extends Coupon>(coupon: C) => ({
  ...coupon,
  value: coupon.kind === 'flat' ? toRupees(coupon.value) : coupon.value,
  min_amount: optionalRupees(coupon.min_amount),
  max_discount: optionalRupees(coupon.max_discount),
})

const optionalRupees = (paise: number | null) => (paise === null ? null : toRupees(paise))

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

interface DealOptions extends JsonOption {
  price: string
  starts: string
  ends: string
  name?: string
  description?: string
}

function registerDeals(deals: Command): void {
  deals
    .command('create')
    .description("sell a product's first variant at a lower price for a limited time")
    .argument('<product>', 'slug, id or SKU')
    .requiredOption('--price <rupees>', 'price during the deal')
    .requiredOption('--ends <time>', 'such as 2026-04-07T18:00 or +3d')
    .option('--starts <time>', 'such as 2026-03-31T18:00 or +1d', 'now')
    .option('--name <text>', "name for customers (default: the product's name)")
    .option('--description <text>', 'text for customers')
    .option('--json', 'print JSON; prices in rupees')
    .addHelpText('after', '\nExample:\n  haat deals create steel-bottle-1l --price 399 --ends +3d')
    .action(async (product: string, options: DealOptions) => {
      const { name, description = '' } = options
      const { created, now } = await withShop(async (shop) => ({
        now: shop.now(),
        created: await createDeal(shop, {
          product,
          name,
          description,
          price: parseRupees(options.price, '--price'),
          start_date: parseMoment(options.starts, '--starts', shop.now()),
          end_date: parseMoment(options.ends, '--ends', shop.now()),
        }),
      }))
      print(
        created,
        options.json,
        (result) => describeDeal(result, now),
        ({ deal }) => dealJson(deal),
      )
    })
  deals
    .command('end')
    .description('end a deal; its product gets its usual price again')
    .argument('<deal>', 'its number in haat deals list')
    .addHelpText('after', '\nExample:\n  haat deals end 3')
    .action(async (deal: string) => {
      const id = parseId(deal, 'deal')
      const ended = await withShop(({ db, now }) => db.transaction((tx) => endDeal(tx, id, now())))
      if (!ended) throw new UserError(`There is no active deal ${id}. To see them all, run: haat deals list`)
      console.log(`Deal ${id} has ended.`)
    })
  deals
    .command('list')
    .description('list all deals, newest first')
    .option('--json', 'print JSON; prices in rupees')
    .action(({ json }: JsonOption) =>
      withShop(async ({ db, now }) =>
        print(
          await findDealsWithProducts(db),
          json,
          (deals) => dealTable(deals, now()),
          (deals) =>
            deals.map((deal) => ({
              ...dealJson(deal),
              price: deal.price === null ? null : toRupees(deal.price),
            })),
        ),
      ),
    )
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

/** A deal with its price in rupees. */
const dealJson = <Deal extends { deal_price: number }>(deal: Deal) => ({
  ...deal,
  deal_price: toRupees(deal.deal_price),
})

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

interface BannerOptions extends JsonOption {
  name: string
  link?: string
}

function registerBanners(banners: Command): void {
  banners
    .command('create')
    .description('add a banner after the existing ones')
    .argument('<picture>', 'PNG, JPEG, WebP or AVIF file, best 1920 × 640')
    .requiredOption('--name <text>', 'text shown on the picture')
    .option('--link <address>', 'where a click leads: /hotdeals, /category-page?category=3, https://…')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  haat banners create diwali.jpg --name "Diwali week" --link /hotdeals',
    )
    .action(async (picture: string, { name, link, json }: BannerOptions) => {
      const banner = await withShop((shop) => createBanner(shop, { picture, name, link }))
      print(banner, json, ({ id, banner_name }) => `Created banner ${id}: ${banner_name}.`)
    })
  banners
    .command('end')
    .description('remove a banner from the home page')
    .argument('<banner>', 'its number in haat banners list')
    .addHelpText('after', '\nExample:\n  haat banners end 2')
    .action(async (banner: string) => {
      const id = parseId(banner, 'banner')
      const ended = await withShop(({ db }) => db.transaction((tx) => endBanner(tx, id)))
      if (!ended) throw new UserError(`There is no visible banner ${id}.`)
      console.log(`Banner ${id} is hidden.`)
    })
  banners
    .command('list')
    .description('list all banners in display order')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonOption) => {
      print(await withShop(({ db }) => findAllBanners(db)), json, (rows) =>
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
      )
    })
}
