/** Sets up an empty shop. */
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { OrderLimits, Page, ShopSettings } from '@haat/contract/settings'
import { DEFAULT_PAGES, DEFAULT_SETTINGS, NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import {
  isInitialised,
  markInitialised,
  storePage,
  writeSettings,
} from '../../features/settings/settings.store.ts'
import { formatYear } from '../../format.ts'
import type { Shop } from '../../shop.ts'

/** The merchant's answers. Texts may be empty: `haat doctor` reports what is missing. */
export interface Answers extends Omit<OrderLimits, 'first_orders_share' | 'first_orders_per_network'> {
  shop_name: string
  legal_name: string
  address: string
  state: string
  /** Empty for a seller who is not registered for GST. */
  gstin: string
  email: string
  /** Empty if customers can only write. */
  phone: string
  grievance_officer: string
  grievance_email: string
  /** Paise. */
  delivery_charge: number
  /** Paise; delivery is free for orders above this. */
  free_above: number
}

/**
 * Sets up an empty shop, which the server does not fill with the demo.
 *
 * @returns false, with nothing written, when the shop has been set up before
 */
export async function setUpShop({ db, now }: Pick<Shop, 'db' | 'now'>, answers: Answers): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (await isInitialised(tx)) return false
    await writeSettings(tx, firstSettings(answers, formatYear(now())))
    for (const page of firstPages(answers)) await storePage(tx, page)
    await markInitialised(tx, now())
    return true
  })
}

/** Settings that claim nothing that is not true of a new shop. */
function firstSettings(answers: Answers, year: string): ShopSettings {
  const { shop_name, legal_name, address, state, gstin, email, phone } = answers
  const { pieces_per_line, open_cod_orders, cod_order_value, verified_contact } = answers
  const delivery = {
    charge: answers.delivery_charge,
    free_above: answers.free_above,
    waivedOnCartCheckout: false,
  }
  return {
    ...DEFAULT_SETTINGS,
    shop_name,
    tagline: '',
    seller_label: `Seller: ${legal_name}`,
    contact: { emails: listOf(email), phones: listOf(phone), address, support_hours: '' },
    services: servicesOf(delivery),
    info_cards: [
      {
        icon: 'undo',
        title: 'Return & Exchange',
        text: `${LIMITS.return_days}-day return, in original condition with tags.`,
      },
      {
        icon: 'truck',
        title: 'Shipping & Delivery',
        text: 'The courier and tracking number are on your order.',
      },
      {
        icon: 'headset',
        title: 'Customer Service',
        text: `Write to ${email || 'the address at the bottom of the page'}.`,
      },
    ],
    new_arrivals_intro: 'Our latest products.',
    copyright: `© ${year} ${shop_name}. All rights reserved.`,
    delivery,
    limits: { ...NEW_SHOP_LIMITS, pieces_per_line, open_cod_orders, cod_order_value, verified_contact },
    showcase: null,
    seller: {
      legal_name,
      address,
      state,
      gstin: gstin || null,
      grievance_officer: answers.grievance_officer || null,
      grievance_email: answers.grievance_email || null,
    },
  }
}

const listOf = (text: string): string[] => (text === '' ? [] : [text])

function servicesOf({ charge, free_above }: ShopSettings['delivery']): ShopSettings['services'] {
  const delivery =
    charge === 0
      ? 'Free on every order'
      : `${formatShortRupees(charge)}, free above ${formatShortRupees(free_above)}`
  return [
    { icon: 'truck', title: 'Delivery', note: delivery },
    { icon: 'undo', title: `${LIMITS.return_days}-Day Returns`, note: 'In original condition' },
    { icon: 'wallet', title: 'Cash on Delivery', note: 'Pay when your order arrives' },
  ]
}

/** The text pages, without what is true of the demo shop only. */
const firstPages = ({ shop_name }: Answers): Page[] =>
  DEFAULT_PAGES.map((page) =>
    page.slug === 'about'
      ? {
          ...page,
          text: [
            `Welcome to ${shop_name}.`,
            'Prices include all taxes, and the maximum retail price is shown next to them. Every product page names the country of origin.',
            '## Talk to us',
            'Our contact details are at the bottom of every page.',
          ].join('\n\n'),
        }
      : page,
  )
