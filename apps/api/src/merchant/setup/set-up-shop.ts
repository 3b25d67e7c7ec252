/** Sets up an empty shop: its first settings and text pages, made from the merchant's answers. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import { type AllSettings, OrderLimits, type Page, type ShopSettings } from '@haat/contract/settings'
import { Rupees } from '@haat/contract/wire'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { DEFAULT_SETTINGS, newShopAlerts } from '../../features/settings/default-settings.ts'
import {
  findPage,
  findTemplatePages,
  isInitialised,
  markInitialised,
  markTemplatePages,
  storePage,
  writeSettings,
} from '../../features/settings/settings.store.ts'
import { formatYear } from '../../format.ts'
import type { Shop } from '../../shop.ts'

/** The merchant's answers, amounts in rupees on the wire. Texts may be empty: `haat doctor` reports what is missing. */
export const Answers = z.object({
  shop_name: z.string(),
  legal_name: z.string(),
  address: z.string(),
  state: z.string(),
  /** Null for a seller who is not registered for GST. */
  gstin: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  grievance_officer: z.nullable(z.string()),
  grievance_email: z.nullable(z.string()),
  delivery_charge: Rupees,
  /** Delivery is free for orders above this. */
  free_above: Rupees,
  cash_on_delivery: z.boolean(),
  /** Days in which customers may return goods; null: they may not, unless something is wrong with them. */
  return_days: z.nullable(z.int()),
  limits: OrderLimits,
})
export type Answers = z.output<typeof Answers>

/**
 * Sets up an empty shop, which the server does not fill with the demo.
 *
 * @returns false, with nothing written, when the shop has been set up before
 */
export async function setUpShop(
  { db, now, pay }: Pick<Shop, 'db' | 'now' | 'pay'>,
  answers: Answers,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (await isInitialised(tx)) return false
    const settings = firstSettings(answers, formatYear(now()))
    await writeSettings(tx, settings)
    const pages = [...followingPages(factsOf(settings, pay)), returnsPage(answers)]
    for (const page of pages) await storePage(tx, page, now())
    await markTemplatePages(
      tx,
      pages.map(({ slug }) => slug),
    )
    await markInitialised(tx, now())
    return true
  })
}

/** Settings that claim nothing that is not true of a new shop. */
function firstSettings(answers: Answers, year: string): AllSettings {
  const { shop_name, legal_name, address, state, gstin, email, phone } = answers
  const delivery = {
    charge: answers.delivery_charge,
    free_above: answers.free_above,
    waivedOnCartCheckout: false,
    deals_ship_free: false,
  }
  return {
    ...DEFAULT_SETTINGS,
    shop_name,
    tagline: '',
    seller_label: sellerLabel(legal_name),
    contact: { emails: email ? [email] : [], phones: phone ? [phone] : [], address, support_hours: '' },
    services: firstServices(answers, delivery),
    info_cards: firstInfoCards(answers),
    new_arrivals_intro: 'Our latest products.',
    copyright: `© ${year} ${shop_name}. All rights reserved.`,
    delivery,
    limits: answers.limits,
    showcase: null,
    payments: { cod: answers.cash_on_delivery, online: true },
    alerts: newShopAlerts(email),
    seller: {
      legal_name,
      address,
      state,
      gstin,
      grievance_officer: answers.grievance_officer,
      grievance_email: answers.grievance_email,
    },
  }
}

const sellerLabel = (legalName: string): string => `Seller: ${legalName}`

function deliveryNote({ charge, free_above, waivedOnCartCheckout }: ShopSettings['delivery']): string {
  if (charge === 0) return 'Free on every order'
  return waivedOnCartCheckout
    ? 'Free when you order from the cart'
    : `${formatShortRupees(charge)}, free above ${formatShortRupees(free_above)}`
}

const serviceNote = (email: string | undefined): string =>
  `Write to ${email ?? 'the address at the bottom of the page'}.`

const CASH_ON_DELIVERY = { icon: 'wallet', title: 'Cash on Delivery', note: 'Pay when your order arrives' }

const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`

function firstServices(
  { return_days, cash_on_delivery }: Answers,
  delivery: ShopSettings['delivery'],
): ShopSettings['services'] {
  return [
    { icon: 'truck', title: 'Delivery', note: deliveryNote(delivery) },
    ...(return_days === null
      ? []
      : [{ icon: 'undo', title: `${return_days}-Day Returns`, note: 'In original condition' }]),
    ...(cash_on_delivery ? [CASH_ON_DELIVERY] : []),
  ]
}

const firstInfoCards = ({ return_days, email }: Answers): ShopSettings['info_cards'] => [
  {
    icon: 'undo',
    title: 'Return & Exchange',
    text:
      return_days === null
        ? 'Wrong or damaged? We replace it or refund it.'
        : `${return_days}-day return, in original condition with tags.`,
  },
  { icon: 'truck', title: 'Shipping & Delivery', text: 'The courier and tracking number are on your order.' },
  { icon: 'headset', title: 'Customer Service', text: serviceNote(email ?? undefined) },
]

/** The texts that repeat other settings. */
const derivedTexts = ({ seller, delivery, contact }: ShopSettings): string[] => [
  sellerLabel(seller.legal_name),
  deliveryNote(delivery),
  serviceNote(contact.emails[0]),
]

/** Changed settings whose texts that repeat others follow them, unless the merchant has written other texts. */
export function followTexts(before: AllSettings, after: AllSettings): AllSettings {
  const [old, current] = [derivedTexts(before), derivedTexts(after)]
  const follow = (text: string): string => current[old.indexOf(text)] ?? text
  return {
    ...after,
    seller_label: follow(after.seller_label),
    services: followPayments(before, after).map((service) => ({ ...service, note: follow(service.note) })),
    info_cards: after.info_cards.map((card) => ({ ...card, text: follow(card.text) })),
    copyright: after.copyright.replace(before.shop_name, after.shop_name),
  }
}

/** The services with the one of a new shop for cash on delivery where the shop offers it, and without it elsewhere. */
function followPayments(before: AllSettings, { payments, services }: AllSettings): ShopSettings['services'] {
  if (!payments.cod)
    return services.filter(
      ({ title, note }) => title !== CASH_ON_DELIVERY.title || note !== CASH_ON_DELIVERY.note,
    )
  const hasFirstTexts = services.some(({ note }) => note === deliveryNote(before.delivery))
  const isListed = services.some(({ title }) => title === CASH_ON_DELIVERY.title)
  return before.payments.cod || isListed || !hasFirstTexts ? services : [...services, CASH_ON_DELIVERY]
}

const REFUND_INTRO = 'How a refund reaches you depends on how you paid.'
const COD_REFUNDS =
  '## Cash on delivery\n\nBy bank transfer or UPI, to an account in the name of the person who ordered.'
const ONLINE_REFUNDS = [
  '## Online payments',
  'To the same UPI id, card or account that you paid with.',
  '## Failed payments',
  'If you were charged for an order that was not placed, write to us: we refund you in full.',
].join('\n\n')

/** What the first text pages say of a shop. */
interface Facts {
  shop_name: string
  cod: boolean
  /** Whether customers can pay online, with money. */
  online: boolean
  /** Whether the foot of each page names a grievance officer. */
  officer: boolean
  /** Whether the foot of each page has a way to reach the shop. */
  contact: boolean
}

const factsOf = ({ shop_name, payments, seller, contact }: ShopSettings, pay: Shop['pay']): Facts => ({
  shop_name,
  cod: payments.cod,
  online: payments.online && pay?.simulated === false,
  officer: Boolean(seller.grievance_officer),
  contact: [...contact.emails, ...contact.phones, contact.address].some(Boolean),
})

/**
 * Changes the first text pages to what is true now, unless the merchant has written them.
 *
 * @param before the settings that the pages may follow
 */
export async function followInPages(
  tx: Tx,
  before: ShopSettings,
  after: ShopSettings,
  { pay, now }: Pick<Shop, 'pay' | 'now'>,
): Promise<void> {
  const flags = [true, false]
  const first = flags.flatMap((cod) =>
    flags.flatMap((online) =>
      flags.flatMap((officer) =>
        flags.flatMap((contact) =>
          followingPages({ shop_name: before.shop_name, cod, online, officer, contact }),
        ),
      ),
    ),
  )
  const templates = await findTemplatePages(tx)
  for (const page of followingPages(factsOf(after, pay))) {
    const present = await findPage(tx, page.slug)
    if (!present || present.text === page.text) continue
    if (first.some(({ slug, text }) => slug === page.slug && text === present.text))
      await storePage(tx, { ...present, text: page.text }, now())
  }
  // The merchant has not read the new texts.
  if (templates) await markTemplatePages(tx, templates)
}

const page = (slug: Page['slug'], title: string, text: string[]): Page => ({
  slug,
  title,
  text: text.join('\n\n'),
})

const returnsPage = ({ return_days }: Answers): Page =>
  page('return-exchange', 'Return/Exchange', [
    ...(return_days === null
      ? ['We do not take back items that are as ordered.']
      : [
          `You may return or exchange an item within ${days(return_days)} of delivery.`,
          '## What we need',
          'The item in its original condition, with its tags, box and bill. Personal-care items can come back only unopened.',
          '## How it works',
          'Write to us with your order number. We tell you how the item reaches us, and send the replacement or the refund when it has arrived.',
        ]),
    '## Damaged, defective or wrong on arrival',
    'Write to us within 48 hours of delivery, with your order number and a photo. We replace the item or refund it in full, delivery included.',
  ])

/** The text pages that follow the settings. They promise what the shop has, and no more. */
function followingPages({ shop_name, cod, online, officer, contact }: Facts): Page[] {
  const refunds = [...(cod ? [COD_REFUNDS] : []), ...(online ? [ONLINE_REFUNDS] : [])]
  return [
    page('about', 'About Us', [
      `Welcome to ${shop_name}.`,
      'Prices include all taxes.',
      ...(contact ? ['## Talk to us', 'Our contact details are at the bottom of every page.'] : []),
    ]),
    page('refund-policy', 'Refund Policy', refunds.length > 0 ? [REFUND_INTRO, ...refunds] : [REFUND_INTRO]),
    page('terms', 'Terms And Conditions', [
      'By ordering you agree to these terms.',
      '## Prices',
      'All prices are in Indian rupees and include all taxes. We charge the price at the moment you place the order. If it changes during checkout, we show you the new price first.',
      '## Orders',
      `An order is accepted when we show its confirmation.${online ? ` We reserve the items of an unpaid online order for ${LIMITS.payment_hold_minutes} minutes.` : ''}`,
      '## Your account',
      'Keep your password to yourself. Tell us at once if someone else has used your account.',
      '## Complaints',
      officer
        ? 'Our grievance officer, named at the bottom of every page, acknowledges every complaint within 48 hours and settles it within one month.'
        : 'Write to us. We acknowledge every complaint within 48 hours and settle it within one month.',
      '## Law',
      'Indian law applies; the courts of the seller’s city have jurisdiction.',
    ]),
  ]
}
