import { LIMITS } from '@haat/contract/rules'
import { OrderLimits, type Page, ShopSettings } from '@haat/contract/settings'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Reader, Tx } from '../../db/database.ts'

const KEY = 'shop'

/** The shop's settings, amounts in paise; the defaults where nothing is stored. */
export async function readSettings(reader: Reader): Promise<ShopSettings> {
  const stored = await findSetting(reader, KEY)
  if (stored === undefined) return DEFAULT_SETTINGS
  // Settings that an older version stored lack `limits`.
  const limits = z.encode(OrderLimits, DEFAULT_SETTINGS.limits)
  return z.decode(ShopSettings, { limits, ...JSON.parse(stored) })
}

export async function writeSettings(tx: Tx, settings: ShopSettings): Promise<void> {
  await storeSetting(tx, KEY, JSON.stringify(z.encode(ShopSettings, settings)))
}

/** Gives a shop without settings the limits of a new shop, until its owner sets it up. */
export async function limitNewShop(db: Database): Promise<void> {
  if ((await findSetting(db, KEY)) !== undefined) return
  await db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, limits: NEW_SHOP_LIMITS }))
}

/** The stored value of one key, or undefined. */
export async function findSetting(reader: Reader, key: string): Promise<string | undefined> {
  const { settings } = reader.tables
  const [row] = await reader.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row?.value
}

export async function storeSetting(tx: Tx, key: string, value: string): Promise<void> {
  const { settings } = tx.tables
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

const INITIALISED_AT = 'initialised_at'

/** Whether the shop has been set up or filled before: only then does it have an owner's or a demo's content. */
export const isInitialised = async (reader: Reader): Promise<boolean> =>
  (await findSetting(reader, INITIALISED_AT)) !== undefined

export const markInitialised = (tx: Tx, now: Date): Promise<void> =>
  storeSetting(tx, INITIALISED_AT, now.toISOString())

/** When the server last noted a forwarded request while TRUST_PROXY was not set, as ISO text. */
export const SEEN_FORWARDED_AT = 'seen_forwarded_at'

/** Records a request that a proxy seems to have forwarded, for `haat doctor`. */
export async function recordForwardedRequest(db: Database, now: Date): Promise<void> {
  await db.transaction((tx) => storeSetting(tx, SEEN_FORWARDED_AT, now.toISOString()))
}

/** Deletes the record of forwarded requests: a proxy that is trusted needs none. */
export async function forgetForwardedRequests(db: Database): Promise<void> {
  if ((await findSetting(db, SEEN_FORWARDED_AT)) === undefined) return
  await db.transaction(async (tx) => {
    const { settings } = tx.tables
    await tx.delete(settings).where(eq(settings.key, SEEN_FORWARDED_AT))
  })
}

export async function findPage(reader: Reader, slug: string) {
  const { pages } = reader.tables
  const [page] = await reader.select().from(pages).where(eq(pages.slug, slug))
  return page
}

export async function storePage(tx: Tx, page: { slug: string; title: string; text: string }): Promise<void> {
  const { pages } = tx.tables
  const { title, text } = page
  await tx.insert(pages).values(page).onConflictDoUpdate({ target: pages.slug, set: { title, text } })
}

/** The limits of a merchant's new shop. */
export const NEW_SHOP_LIMITS: OrderLimits = {
  pieces_per_line: 10,
  open_cod_orders: 3,
  cod_order_value: 50_000_00,
  verified_contact: true,
}

/** The settings of the demo shop, and of a new shop until it has its own. */
export const DEFAULT_SETTINGS: ShopSettings = {
  shop_name: 'Haat',
  tagline: 'Everything a working day needs, under one roof',
  seller_label: 'Seller: Haat Retail Private Limited',
  contact: {
    emails: ['support@haat.example', 'orders@haat.example'],
    phones: ['+91 80 4567 8900', '+91 98450 12345'],
    address: '14, Residency Road, Ashok Nagar, Bengaluru, Karnataka 560025',
    support_hours: '8AM-11PM',
  },
  services: [
    { icon: 'globe', title: 'Worldwide Delivery', note: 'Orders over ₹100' },
    { icon: 'truck', title: 'Next Day Delivery', note: 'UK only' },
    { icon: 'headset', title: 'Best Online Support', note: '8AM-11PM' },
    { icon: 'undo', title: 'Return Policy', note: 'Easy and free' },
    { icon: 'wallet', title: '30% Money Back', note: 'Orders over $100' },
  ],
  info_cards: [
    {
      icon: 'undo',
      title: 'Return & Exchange',
      text: `${LIMITS.return_days}-day return, in original condition with tags.`,
    },
    { icon: 'headset', title: 'Customer Service', text: '24/7 support via chat, email or call.' },
    { icon: 'truck', title: 'Shipping & Delivery', text: 'Across India, with online tracking.' },
    { icon: 'shield', title: 'Warranty', text: 'Standard manufacturer warranty.' },
  ],
  upi_apps: ['Google Pay', 'PhonePe', 'Paytm'],
  new_arrivals_intro: 'Fresh on the shelves: the latest tools, kit and everyday things, just unpacked.',
  default_country: 'India',
  placeholder_phone: '0000000000',
  copyright: '© 2026 Haat. All rights reserved.',
  delivery: { charge: 99_00, free_above: 50_000_00, waivedOnCartCheckout: true },
  limits: {
    pieces_per_line: LIMITS.line_quantity,
    open_cod_orders: null,
    cod_order_value: null,
    verified_contact: false,
  },
  showcase: {
    card_stars: 4,
    deal_reviews: '(128 Reviews)',
    deal_grid_reviews: '(42)',
    deal_stock_label: 'In Stock',
    deal_delivery_note: 'Free shipping on this item',
    deal_grid_note: 'Free shipping • 30-day returns',
  },
  seller: {
    legal_name: 'Haat Retail Private Limited',
    address: '14, Residency Road, Ashok Nagar, Bengaluru, Karnataka 560025',
    state: 'Karnataka',
    gstin: '29AAHCH1234K1ZH',
    grievance_officer: 'Meera Krishnan',
    grievance_email: 'grievance@haat.example',
  },
}

/** The text pages a new shop starts with. */
export const DEFAULT_PAGES: Page[] = [
  {
    slug: 'about',
    title: 'About Us',
    text: [
      'A haat is an open-air market: many stalls in one place, and prices called out loud. This shop works the same way, online.',
      'We stock what people work, train and live with, from lab glassware and rescue ropes to sneakers and soap, and ship it anywhere in India.',
      '## How we choose',
      'Every product page says what the product is for, who makes it and where it comes from. Prices include all taxes, and the maximum retail price is shown next to them.',
      '## Talk to us',
      'Write to us or call us. Our addresses and hours are at the bottom of every page.',
    ].join('\n\n'),
  },
  {
    slug: 'return-exchange',
    title: 'Return/Exchange',
    text: [
      `You may return or exchange an item within ${LIMITS.return_days} days of delivery.`,
      '## What we need',
      'The item in its original condition, with its tags, box and bill. Personal-care items can come back only unopened.',
      '## How it works',
      'Write to support with your order number. We arrange the pick-up, check the item and send the replacement or start the refund within two working days of its arrival.',
      '## Damaged or wrong on arrival',
      'Send a photo within 48 hours of delivery. We replace it or refund it in full, delivery included.',
    ].join('\n\n'),
  },
  {
    slug: 'refund-policy',
    title: 'Refund Policy',
    text: [
      'How a refund reaches you depends on how you paid.',
      '## Online payments',
      'Five to seven working days after we start the refund, to the same UPI id or card.',
      '## Cash on delivery',
      'By bank transfer or UPI, to an account in the name of the person who ordered.',
      '## Failed payments',
      'If you were charged for an order that was not placed, we refund you without being asked. Write to us if the money has not reached you within seven working days.',
    ].join('\n\n'),
  },
  {
    slug: 'terms',
    title: 'Terms And Conditions',
    text: [
      'By ordering you agree to these terms.',
      '## Prices',
      'All prices are in Indian rupees and include GST. We charge the price at the moment you place the order. If it changes during checkout, we show you the new price first.',
      '## Orders',
      `An order is accepted when we show its confirmation. We reserve the items of an unpaid online order for ${LIMITS.payment_hold_minutes} minutes.`,
      '## Your account',
      'Keep your password to yourself. Tell us at once if someone else has used your account.',
      '## Complaints',
      'Our grievance officer acknowledges every complaint within 48 hours and settles it within one month.',
      '## Law',
      'Indian law applies; the courts of the seller’s city have jurisdiction.',
    ].join('\n\n'),
  },
]
