import * as z from 'zod/mini'
import { formatShortRupees } from '../money.ts'
import { LIMITS } from '../rules.ts'
import { Id, Moment } from '../wire.ts'
import {
  act,
  each,
  field,
  flag,
  formatMoment,
  line,
  localPath,
  optional,
  pairs,
  plural,
  table,
  text,
  TextOrNull,
  whole,
  Rupees,
} from './act.ts'

const MomentOrNull = z.nullable(Moment)
const RupeesOrNull = z.nullable(Rupees)
const CountOrNull = z.nullable(z.int())

const end = (group: string, one: string, key: string, example: string, summary: string) =>
  act(`${group} end <key>`, {
    route: `POST /api/desk/${group}/{key}/end`,
    permission: 'offers.write',
    summary,
    help: `Example:\n  haat ${group} end ${example}`,
    input: { key: text(key) },
    reply: z.object({ ended: z.string() }),
    said: ({ ended }) => `Ended: ${one} ${ended}.`,
  })

const Coupon = z.object({
  code: z.string(),
  state: z.string(),
  ...each(z.string(), 'kind', 'level'),
  value: field(z.number(), 'rupees or percent'),
  ...each(RupeesOrNull, 'min_amount', 'max_discount'),
  used_count: z.int(),
  ...each(CountOrNull, 'usage_limit', 'per_user_limit'),
  ...each(MomentOrNull, 'starts_at', 'ends_at'),
  ...each(TextOrNull, 'category', 'product'),
  description: z.string(),
  ...each(z.boolean(), 'is_active', 'is_listed'),
})

export const staffCoupons = {
  create: act('coupons create <code>', {
    route: 'POST /api/desk/coupons',
    permission: 'offers.write',
    summary: 'create a coupon',
    help: `Examples:
  haat coupons create DIWALI10 --percent 10 --max-discount 200 --ends +7d --listed
  haat coupons create FLAT100 --flat 100 --min-amount 999 --per-customer 1
  haat coupons create SHOES15 --percent 15 --item --category "Footwear > Sneakers"`,
    input: {
      code: text('letters, digits, - and _'),
      percent: z.optional(whole(100, 'discount in percent')),
      flat: optional(Rupees, 'discount as an amount'),
      item: flag('apply the discount to each item instead of the whole order'),
      min_amount: optional(Rupees, 'minimum total of the eligible items'),
      max_discount: optional(Rupees, 'maximum discount'),
      starts: optional(Moment, 'such as 2026-03-31T18:00 or +1d (default: now)'),
      ends: optional(Moment, 'such as 2026-04-07 or +7d (default: never)'),
      limit: z.optional(whole(1_000_000_000, 'how many orders may use it')),
      per_customer: z.optional(whole(1_000_000_000, 'how many orders of one customer may use it')),
      category: z.optional(
        text('only for products of this category and its sub-categories: name, slug or id'),
      ),
      product: z.optional(text('only for this product: slug, id or SKU')),
      customer: z.optional(text('only for the customer with this e-mail address')),
      listed: flag(
        'show it in the checkout of everybody who may use it, instead of only to who knows the code',
      ),
      description: z.optional(text('text for customers (default: describes the discount)')),
    },
    reply: z.object(each(z.string(), 'code', 'description')),
    said: ({ code, description }) => `Created coupon ${code}: ${description}.`,
  }),
  try: act('coupons try <key> <product>', {
    route: 'GET /api/desk/coupons/{key}/try',
    permission: 'offers.write',
    summary: 'say what a coupon would take off, or why it cannot be used now',
    help: 'Example:\n  haat coupons try DIWALI10 steel-bottle-1l --quantity 2 --customer asha@example.com',
    input: {
      key: text('such as DIWALI10'),
      product: text('slug, id or SKU'),
      quantity: z.prefault(whole(LIMITS.line_quantity, 'pieces'), 1),
      customer: z.optional(text('as the customer with this e-mail address or phone number')),
    },
    reply: z.object({ ...each(Rupees, 'items_total', 'discount'), refusal: TextOrNull }),
    said: ({ items_total, discount, refusal }) =>
      refusal ?? `${formatShortRupees(discount)} off ${formatShortRupees(items_total)}.`,
  }),
  set: act('coupons set <key> <set...>', {
    route: 'PATCH /api/desk/coupons/{key}',
    permission: 'offers.write',
    summary: 'change whether the checkout shows a coupon, or its text; what it takes off stays',
    help: 'Example:\n  haat coupons set DIWALI10 listed=yes',
    input: {
      key: text('such as DIWALI10'),
      set: pairs(
        ['listed', 'description'],
        'listed, yes to show it to everybody who may use it; description, the text for customers',
      ),
    },
    shown_by: 'list',
    reply: z.object({ ...each(z.string(), 'code', 'description'), is_listed: z.boolean() }),
    said: ({ code, is_listed }) =>
      `Changed coupon ${code}: ${is_listed ? 'shown in the checkout' : 'only for who knows the code'}.`,
  }),
  end: end(
    'coupons',
    'coupon',
    'such as DIWALI10',
    'DIWALI10',
    'end a coupon; orders that used it do not change',
  ),
  list: act('coupons list', {
    route: 'GET /api/desk/coupons',
    permission: 'offers.write',
    summary: 'list all coupons, newest first',
    reply: table(Coupon, [
      'code',
      'state',
      'used_count',
      'usage_limit',
      'ends_at',
      'category',
      'product',
      'description',
    ]),
  }),
}

const Deal = z.object({
  id: Id,
  state: z.string(),
  deal_price: Rupees,
  ...each(RupeesOrNull, 'price', 'mrp'),
  ...each(Moment, 'start_date', 'end_date'),
  product: z.string(),
  product_id: Id,
  is_active: z.boolean(),
})

const NewDeal = z.object({
  id: Id,
  product: z.string(),
  ...each(Rupees, 'deal_price', 'usual_price'),
  ...each(Moment, 'start_date', 'end_date'),
  variant: field(z.string(), 'the variant that it prices'),
  other_variants: z.int(),
  overlapping: table(z.object({ id: Id, deal_price: Rupees, ...each(Moment, 'start_date', 'end_date') })),
})

/** Says what a new deal costs and when, and which other deals of the product it meets. */
export function dealSentences(deal: z.output<typeof NewDeal>): string {
  const times = ({ start_date, end_date }: { start_date: Date; end_date: Date }): string =>
    `from ${formatMoment(start_date)} until ${formatMoment(end_date)}`
  return [
    `Created deal ${deal.id}: ${deal.product} for ${formatShortRupees(deal.deal_price)} instead of ${formatShortRupees(deal.usual_price)}, ${times(deal)}.`,
    ...(deal.other_variants > 0
      ? [`It is for ${deal.variant}; ${plural(deal.other_variants, 'other variant')} keep their price.`]
      : []),
    ...deal.overlapping.map(
      (other) =>
        `Deal ${other.id} of this product, for ${formatShortRupees(other.deal_price)}, runs ${times(other)}: while both run, the lower price counts.`,
    ),
  ].join(' ')
}

export const staffDeals = {
  create: act('deals create <product>', {
    route: 'POST /api/desk/deals',
    permission: 'offers.write',
    summary: "create a deal; sell a product's first variant at a lower price for a limited time",
    help: 'Example:\n  haat deals create steel-bottle-1l --price 399 --ends +3d',
    input: {
      product: text('slug, id or SKU'),
      price: field(Rupees, 'price during the deal'),
      ends: field(Moment, 'such as 2026-04-07T18:00 or +3d'),
      starts: optional(Moment, 'such as 2026-03-31T18:00 or +1d (default: now)'),
    },
    reply: NewDeal,
    said: dealSentences,
  }),
  end: end(
    'deals',
    'deal',
    'its number in the list of deals',
    '3',
    'end a deal; its product gets its usual price again',
  ),
  list: act('deals list', {
    route: 'GET /api/desk/deals',
    permission: 'offers.write',
    summary: 'list all deals, newest first',
    reply: table(Deal, ['id', 'state', 'deal_price', 'start_date', 'end_date', 'product']),
  }),
}

const Banner = z.object({
  id: Id,
  is_active: z.boolean(),
  ...each(z.string(), 'banner_name', 'banner_image'),
  link: TextOrNull,
  position: z.int(),
})

export const staffBanners = {
  create: act('banners create <picture>', {
    route: 'POST /api/desk/banners',
    permission: 'offers.write',
    summary: 'add a banner after the existing ones',
    help: 'Example:\n  haat banners create diwali.jpg --name "Diwali week" --link /hotdeals',
    input: {
      picture: localPath('PNG, JPEG, WebP or AVIF file, best 1920 × 720'),
      name: line(200, 'text shown on the picture'),
      link: z.optional(text('where a click leads: /hotdeals, /category-page?category=3, https://…')),
    },
    reply: z.object({ id: Id, banner_name: z.string() }),
    said: ({ id, banner_name }) => `Created banner ${id}: ${banner_name}.`,
  }),
  set: act('banners set <key> <set...>', {
    route: 'PATCH /api/desk/banners/{key}',
    permission: 'offers.write',
    summary: 'change a banner; its text, link, picture or place',
    help: 'Example:\n  haat banners set 3 "name=Diwali week" before=1',
    input: {
      key: text('its number in the list of banners'),
      set: pairs(
        ['name', 'link', 'picture', 'before', 'after'],
        'name, the text on the picture; link, where a click leads (none: nowhere); picture, a file or its address; before or after, another banner',
        { local: 'picture' },
      ),
    },
    shown_by: 'list',
    reply: Banner,
    said: ({ id, banner_name }) => `Changed banner ${id}: ${banner_name}.`,
  }),
  end: end(
    'banners',
    'banner',
    'its number in the list of banners',
    '3',
    'remove a banner from the home page',
  ),
  list: act('banners list', {
    route: 'GET /api/desk/banners',
    permission: 'offers.write',
    summary: 'list all banners in display order',
    reply: table(Banner, ['id', 'is_active', 'banner_name', 'link']),
  }),
}
