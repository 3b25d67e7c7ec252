import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Moment, ok, Rupees } from './wire.ts'

const Text = z.string().check(z.maxLength(2000))

/** Decoration with no data behind it: shown by a demo shop, left out by a real one. */
export const Showcase = z.object({
  /** Filled stars on cards of lists, deals and search, of five. */
  card_stars: z.int(),
  deal_reviews: Text,
  deal_grid_reviews: Text,
  deal_stock_label: Text,
  deal_delivery_note: Text,
  deal_grid_note: Text,
})

/** Everything about the shop that its owner may change and every visitor may read. */
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
  /** Stands in where neither address nor profile has a phone number. */
  placeholder_phone: Text,
  copyright: Text,
  delivery: z.object({ charge: Rupees, free_above: Rupees, waivedOnCartCheckout: z.boolean() }),
  /** Null in a shop that shows only what is true. */
  showcase: z.nullable(Showcase),
  /** Who sells and who hears complaints, as Indian law wants it shown. */
  seller: z.object({
    legal_name: Text,
    address: Text,
    state: Text,
    gstin: z.nullable(Text),
    grievance_officer: z.nullable(Text),
    grievance_email: z.nullable(Text),
  }),
})
export type ShopSettings = z.output<typeof ShopSettings>

export const PAGE_SLUGS = ['about', 'return-exchange', 'refund-policy', 'terms'] as const

/** A text page; paragraphs are separated by a blank line, a line that starts with `## ` is a heading. */
export const Page = z.object({ slug: z.enum(PAGE_SLUGS), title: Text, text: z.string() })
export type Page = z.output<typeof Page>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/settings',
    access: 'public',
    summary: "The shop's constants and the server's clock",
    reply: ok({
      settings: ShopSettings,
      now: Moment,
      /** Whether payments run against the built-in test bank, which moves no money. */
      test_bank: z.boolean(),
    }),
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/pages/{slug}',
    access: 'public',
    summary: 'A text page of the footer',
    params: z.object({ slug: z.enum(PAGE_SLUGS) }),
    reply: ok({ page: Page }),
  }),
}
