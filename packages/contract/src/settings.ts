import * as z from 'zod/mini'
import { Email } from './auth.ts'
import { Brand } from './brand.ts'
import { endpoint } from './endpoint.ts'
import { LANGUAGE_CODES } from './languages.ts'
import { LIMITS, PAYMENT_PROVIDERS } from './rules.ts'
import { Moment, ok, Rupees } from './wire.ts'

const Text = z.string().check(z.maxLength(2000, 'Use at most 2000 characters.'))

/** A UPI id, such as `haatshop@okhdfcbank`. */
export const UpiId = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/, 'A UPI id looks like name@bank.'),
  )

/** Made-up ratings and notes, which only a demo shop displays. */
export const Showcase = z.object({
  /** Filled stars, of five, on cards of lists, deals and search. */
  card_stars: z.int(),
  deal_reviews: Text,
  deal_grid_reviews: Text,
  deal_stock_label: Text,
  deal_delivery_note: Text,
  deal_grid_note: Text,
})

export const CardFrame = z.enum(['square', 'portrait'], 'Answer square or portrait.')

/** How much one customer may order. Null is no limit. */
export const OrderLimits = z.object({
  /** Pieces of one variant in a cart or an order. */
  pieces_per_line: z.int().check(z.minimum(1), z.maximum(LIMITS.line_quantity)),
  /** Undelivered cash on delivery orders per customer, and per phone number. */
  open_cod_orders: z.nullable(z.int().check(z.minimum(1))),
  /** Highest total of a cash on delivery order. */
  cod_order_value: z.nullable(Rupees),
  /** Whether a customer must verify the account's e-mail address before ordering. */
  verified_contact: z.boolean(),
})
export type OrderLimits = z.output<typeof OrderLimits>

/** The public settings, which the merchant can change. */
export const ShopSettings = z.object({
  shop_name: Text,
  tagline: Text,
  /** Shown as the seller of every checkout. */
  seller_label: Text,
  contact: z.object({
    emails: z.array(Text),
    phones: z.array(Text),
    address: Text,
    support_hours: Text,
  }),
  services: z.array(z.object({ icon: Text, title: Text, note: Text })),
  info_cards: z.array(z.object({ icon: Text, title: Text, text: Text })),
  upi_apps: z.array(Text),
  new_arrivals_intro: Text,
  default_country: Text,
  /** Used if neither address nor profile has a phone number. */
  placeholder_phone: Text,
  copyright: Text,
  delivery: z.object({
    charge: Rupees,
    free_above: Rupees,
    waivedOnCartCheckout: z.boolean(),
    deals_ship_free: z.boolean(),
    /** States, and beginnings of PIN codes, to which the shop delivers; empty: all of India. An area's own rule decides first. */
    areas: z.array(Text),
    /** Working days until a parcel leaves the shop. */
    dispatch_days: z.int().check(z.minimum(0), z.maximum(60)),
  }),
  limits: OrderLimits,
  checkout: z.object({
    /** Whether guests go on from the cart with phone number and OTP; others log in with a password first. */
    guest: z.boolean(),
  }),
  /** Which ways to pay the shop offers; paying online also needs a payment provider. */
  payments: z.object({
    cod: z.boolean(),
    online: z.boolean(),
    /** Whether what is collected in cash is rounded to the rupee; totals stay exact. */
    round_cash: z.boolean(),
    /** The providers that shoppers may choose, in this order; null: all that are set up. */
    providers: z.nullable(z.array(z.enum(PAYMENT_PROVIDERS))),
    /** Payments to the shop's own UPI id, which the merchant confirms; without an id there are none. */
    upi: z.object({
      id: z.nullable(UpiId),
      /** The merchant's category code at the bank, four digits. */
      category: z.nullable(z.string().check(z.regex(/^\d{4}$/, 'Four digits, please.'))),
      /** How long its customer has to pay. */
      pay_minutes: z.int().check(z.minimum(5), z.maximum(1440)),
      /** How long an order waits for the merchant once its customer says that it is paid. */
      confirm_hours: z.int().check(z.minimum(1), z.maximum(168)),
    }),
    /** What paying in cash costs more; 0 for nothing. */
    cod_fee: Rupees,
    /** Whether customers are asked by mail to confirm an order in cash. */
    cod_confirm: z.boolean(),
  }),
  /** How pictures stand on cards: they are shown whole. `portrait` is 4:5, for clothes and bottles. */
  display: z.object({ card_frame: CardFrame }),
  /** Among which shoppers choose. */
  languages: z.array(z.enum(LANGUAGE_CODES)).check(z.minLength(1)),
  brand: Brand,
  /** Null except in a demo shop. */
  showcase: z.nullable(Showcase),
  /** Seller and grievance officer, which Indian law requires a shop to display. */
  seller: z.object({
    legal_name: Text,
    address: Text,
    state: Text,
    gstin: z.nullable(Text),
    /** Registered under the composition scheme: bills of supply in place of tax invoices. */
    composition: z.boolean(),
    /** The food licence. */
    fssai: z.nullable(Text),
    grievance_officer: z.nullable(Text),
    grievance_email: z.nullable(Text),
  }),
})
export type ShopSettings = z.output<typeof ShopSettings>

/** What the merchant sets: the public settings, where null stands for a text that follows the others, and private ones. */
export const AllSettings = z.extend(ShopSettings, {
  seller_label: z.nullable(Text),
  services: z.nullable(ShopSettings.shape.services),
  info_cards: z.nullable(ShopSettings.shape.info_cards),
  copyright: z.nullable(Text),
  /** Days in which customers may return goods; null: they may not, unless something is wrong with them. */
  return_days: z.nullable(z.int().check(z.minimum(1))),
  alerts: z.object({
    /** Where mails to the merchant go, such as one for each new order; null for none. */
    email: z.nullable(Email),
    /** A variant with this many pieces or fewer is low on stock; null for no alerts about it. */
    low_stock: z.nullable(z.int().check(z.minimum(0))),
  }),
  reviews: z.object({
    /** Whether a review is shown only once the merchant has approved it. */
    approve: z.boolean(),
    /** Days after its delivery on which the customer of an order is asked for reviews; null: nobody is asked. */
    ask_after_days: z.nullable(z.int().check(z.minimum(1), z.maximum(60))),
  }),
  backups: z.object({
    /** The hour of India's day at which the server makes one; null: as often as BACKUP_EVERY says. */
    hour: z.nullable(z.int().check(z.minimum(0), z.maximum(23))),
    /** How many of these it keeps. */
    keep: z.int().check(z.minimum(1), z.maximum(365)),
  }),
  /** When the shop takes no orders: from the first day until that on which it opens again. Without days it is open. */
  closed: z.object({
    from: z.nullable(z.iso.date()),
    until: z.nullable(z.iso.date()),
    /** What customers read before the day on which it opens again. */
    message: Text,
  }),
})
export type AllSettings = z.output<typeof AllSettings>

/** The text pages that every shop has. */
export const PAGE_SLUGS = ['about', 'return-exchange', 'refund-policy', 'terms'] as const

export const PageSlug = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))

/** A text page, in Markdown without HTML. */
export const Page = z.object({
  slug: PageSlug,
  title: z.string().check(z.minLength(1), z.maxLength(100)),
  text: z.string().check(z.maxLength(100_000)),
  /** Whether the footer links to it; it does to those of `PAGE_SLUGS`. */
  in_footer: z.boolean(),
})
export type Page = z.output<typeof Page>

export const settings = {
  get: endpoint('GET /api/settings', {
    access: 'public',
    summary: "The shop's constants and the server's clock",
    reply: ok({
      settings: ShopSettings,
      now: Moment,
      /** False until the owner has set the shop up; it has nothing to show before. */
      is_set_up: z.boolean(),
      /** Whether orders can be paid online now: the shop offers it and has a payment provider. */
      online_payment: z.boolean(),
      /** The merchant's own text pages, besides those of `PAGE_SLUGS`. */
      pages: z.array(z.pick(Page, { slug: true, title: true, in_footer: true })),
      /** The shop's address, without a slash at its end. */
      public_url: z.string(),
      /** Those among which the shopper chooses. */
      payment_providers: z.array(
        z.object({ name: z.enum(PAYMENT_PROVIDERS), label: z.string(), marks: z.array(z.string()) }),
      ),
      /** Whether OTPs reach phones. */
      phone_login: z.boolean(),
      /** Whether payments run against the built-in test bank, which moves no money. */
      test_bank: z.boolean(),
      /** Why the shop takes no orders now, and when it opens again; null while it is open. */
      closed: z.nullable(z.string()),
      /** Shown at the top of every page. */
      warning: z.nullable(z.string()),
    }),
  }),
  page: endpoint('GET /api/pages/{slug}', {
    access: 'public',
    summary: 'A text page',
    params: z.object({ slug: PageSlug }),
    reply: ok({
      page: z.extend(z.omit(Page, { in_footer: true }), { /** The text, drawn. */ html: z.string() }),
    }),
  }),
}
