/** The settings as pages: which stand on one, and how those without a label in the contract are called. */
import { type Box, isBoxes } from './boxes-field.tsx'
import { isSettingPath, SETTING_FIELDS } from '@haat/contract/setting-fields'

export interface SettingGroup {
  slug: string
  title: string
  /** What it is about. */
  text: string
  paths: readonly string[]
}

export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    slug: 'shop',
    title: 'Name and contact',
    text: 'What the shop is called, and how customers reach you.',
    paths: [
      'shop_name',
      'tagline',
      'contact.emails',
      'contact.phones',
      'contact.address',
      'contact.support_hours',
    ],
  },
  {
    slug: 'brand',
    title: 'Brand',
    text: 'Logo, colours and font of the shop, its mails and its invoices.',
    paths: [
      ...['brand.colours.main', 'brand.colours.accent', 'brand.colours.paper', 'brand.corners', 'brand.font'],
      ...['brand.ornament', 'brand.logo', 'brand.logo_with_name', 'brand.logo_dark', 'brand.favicon'],
      ...['brand.links.whatsapp', 'brand.links.instagram', 'brand.links.facebook', 'brand.links.youtube'],
    ],
  },
  {
    slug: 'seller',
    title: 'Seller and GST',
    text: 'What invoices carry, and what the law wants a shop to show.',
    paths: [
      ...['seller.legal_name', 'seller.address', 'seller.gstin', 'seller.state', 'seller.composition'],
      ...['seller.fssai', 'seller.grievance_officer', 'seller.grievance_email'],
    ],
  },
  {
    slug: 'delivery',
    title: 'Delivery and returns',
    text: 'Where the shop delivers, what it costs, and how long goods may come back.',
    paths: [
      ...['delivery.charge', 'delivery.free_above', 'delivery.areas', 'delivery.dispatch_days'],
      'delivery.deals_ship_free',
      ...['delivery.waivedOnCartCheckout', 'return_days', 'default_country'],
    ],
  },
  {
    slug: 'payments',
    title: 'Payments',
    text: 'How customers pay.',
    paths: [
      ...['payments.upi.id', 'payments.upi.category', 'payments.upi.pay_minutes'],
      ...['payments.upi.confirm_hours', 'upi_apps'],
      ...['payments.online', 'payments.providers', 'payments.cod', 'payments.cod_fee', 'payments.round_cash'],
      ...['payments.cod_confirm', 'limits.cod_order_value', 'limits.open_cod_orders'],
    ],
  },
  {
    slug: 'limits',
    title: 'Limits',
    text: 'How much one customer may order. Leave empty for no limit.',
    paths: ['limits.pieces_per_line', 'limits.verified_contact', 'checkout.guest', 'placeholder_phone'],
  },
  {
    slug: 'holidays',
    title: 'Holidays',
    text: 'While the shop is closed, customers look around and fill their carts, but cannot order.',
    paths: ['closed.from', 'closed.until', 'closed.message'],
  },
  {
    slug: 'reviews',
    title: 'Reviews',
    text: 'Buyers rate what was delivered to them.',
    paths: ['reviews.ask_after_days', 'reviews.approve'],
  },
  {
    slug: 'mail',
    title: 'Mail and alerts',
    text: 'What you get a mail about, and whether mail arrives.',
    paths: ['alerts.email', 'alerts.low_stock'],
  },
  {
    slug: 'texts',
    title: 'Texts',
    text: 'Small texts, the languages of the shop, and the frame of pictures.',
    paths: [
      'languages',
      'display.card_frame',
      'new_arrivals_intro',
      'seller_label',
      'copyright',
      'services',
      'info_cards',
    ],
  },
]

const LABELS: Record<string, string> = {
  tagline: 'A line below the name',
  'contact.support_hours': 'When somebody answers',
  'delivery.deals_ship_free': 'Are deals delivered free?',
  'delivery.waivedOnCartCheckout': 'Is delivery free for orders from the cart?',
  default_country: 'Country of new addresses',
  'payments.online': 'Can customers pay online? (needs a payment provider)',
  upi_apps: 'UPI apps that the checkout names',
  new_arrivals_intro: 'Text above the new arrivals',
  seller_label: 'Seller, as the checkout names it',
  copyright: 'Last line of every page',
  services: 'Boxes below the home page’s banners',
  info_cards: 'Cards on every product’s page',
}

/** What stands in brackets after a label. The word none is what an empty field is here. */
const NOTE = / \((none = )?(.+)\)$/

const fieldAt = (path: string) => (isSettingPath(path) ? SETTING_FIELDS[path] : undefined)

const wholeLabel = (path: string): string => fieldAt(path)?.label ?? LABELS[path] ?? path

export const labelOfSetting = (path: string): string =>
  wholeLabel(path)
    .replace(NOTE, '')
    .replace(/,? in rupees$/, ' (₹)')

/** What stands below the field of a setting. */
export function hintOfSetting(path: string): string | undefined {
  const [, none, note = ''] = NOTE.exec(wholeLabel(path)) ?? []
  if (note) return none ? `Left empty: ${note}` : note.charAt(0).toUpperCase() + note.slice(1)
  const field = fieldAt(path)
  return field && 'example' in field && !('input' in field) ? `Such as ${field.example}` : undefined
}

export const isDaySetting = (path: string): boolean => 'input' in (fieldAt(path) ?? {})

/** The value at a path such as `delivery.charge`. */
export const settingAt = (settings: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (Object(value) as Record<string, unknown>)[key], settings)

/** A value as it stands in a field: a list a line each, whether it is so as yes or no. */
export function typedSetting(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

/** What is typed, as the shop reads it: lists with commas or as JSON, nothing as none. */
export function sentSetting(path: string, value: unknown, typed: string): string {
  // None stands for all that are set up, and is no empty list.
  if (path === 'payments.providers') return typed.replaceAll('\n', ', ') || 'none'
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return JSON.stringify(typed.split('\n').flatMap((line) => line.trim() || []))
  if (isBoxes(path) && typed)
    return JSON.stringify((JSON.parse(typed) as Box[]).filter((box) => box['title']?.trim()))
  return typed.trim() === '' ? 'none' : typed.trim()
}
