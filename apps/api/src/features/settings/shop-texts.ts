/** What a shop says of itself until its merchant writes other texts: it follows from the settings, and promises no more. */
import { areasText } from '@haat/contract/delivery-area'
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { AllSettings, Page, ShopSettings } from '@haat/contract/settings'
import { formatYear } from '../../format.ts'
import { offeredPayments } from './offered-payments.ts'
import type { Shop } from '../../shop.ts'

/** The settings with every text that customers see. */
export const shownSettings = (settings: AllSettings, now: Date) => ({
  ...settings,
  seller_label: settings.seller_label ?? `Seller: ${settings.seller.legal_name}`,
  services: settings.services ?? servicesOf(settings),
  info_cards: settings.info_cards ?? infoCardsOf(settings),
  copyright: settings.copyright ?? `© ${formatYear(now)} ${settings.shop_name}. All rights reserved.`,
})

function servicesOf({ delivery, return_days, payments }: AllSettings): ShopSettings['services'] {
  const returns = { icon: 'undo', title: `${return_days}-Day Returns`, note: 'In original condition' }
  const cod = { icon: 'wallet', title: 'Cash on Delivery', note: 'Pay when your order arrives' }
  return [
    { icon: 'truck', title: 'Delivery', note: deliveryNote(delivery) },
    ...(return_days === null ? [] : [returns]),
    ...(payments.cod ? [cod] : []),
  ]
}

function deliveryNote({ charge, free_above, waivedOnCartCheckout }: AllSettings['delivery']): string {
  if (charge === 0) return 'Free on every order'
  return waivedOnCartCheckout
    ? 'Free when you order from the cart'
    : `${formatShortRupees(charge)}, free above ${formatShortRupees(free_above)}`
}

const infoCardsOf = ({
  return_days,
  contact,
  delivery: { areas },
}: AllSettings): ShopSettings['info_cards'] => [
  {
    icon: 'undo',
    title: 'Return & Exchange',
    text:
      return_days === null
        ? 'Wrong or damaged? We replace it or refund it.'
        : `${return_days}-day return, in original condition with tags.`,
  },
  {
    icon: 'truck',
    title: 'Shipping & Delivery',
    text: `${areas.length > 0 ? `We deliver to ${areasText(areas)}. ` : ''}The courier and tracking number are on your order.`,
  },
  {
    icon: 'headset',
    title: 'Customer Service',
    text: `Write to ${contact.emails[0] ?? 'the address at the bottom of the page'}.`,
  },
]

export const page = (slug: Page['slug'], title: string, ...text: string[]): Page => ({
  ...{ slug, title, in_footer: true },
  text: text.join('\n\n'),
})

const days = (count: number): string => `${count} day${count === 1 ? '' : 's'}`

/** The text pages that every shop has. */
export function firstPages(settings: AllSettings, pay: Shop['pay']): Page[] {
  const { shop_name, seller, contact, return_days } = settings
  const online = offeredPayments(settings, pay).providers.some(({ simulated }) => !simulated)
  const hasContact = [...contact.emails, ...contact.phones, contact.address].some(Boolean)
  return [
    page(
      'about',
      'About Us',
      `Welcome to ${shop_name}.`,
      'Prices include all taxes.',
      ...(hasContact ? ['## Talk to us', 'Our contact details are at the bottom of every page.'] : []),
    ),
    page(
      'return-exchange',
      'Return/Exchange',
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
    ),
    page(
      'refund-policy',
      'Refund Policy',
      'How a refund reaches you depends on how you paid.',
      ...(settings.payments.cod
        ? [
            '## Cash on delivery',
            'By bank transfer or UPI, to an account in the name of the person who ordered.',
          ]
        : []),
      ...(online
        ? [
            '## Online payments',
            'To the same UPI id, card or account that you paid with.',
            '## Failed payments',
            'If you were charged for an order that was not placed, write to us: we refund you in full.',
          ]
        : []),
    ),
    page(
      'terms',
      'Terms And Conditions',
      'By ordering you agree to these terms.',
      '## Prices',
      'All prices are in Indian rupees and include all taxes. We charge the price at the moment you place the order. If it changes during checkout, we show you the new price first.',
      '## Orders',
      `An order is accepted when we show its confirmation.${online ? ` We reserve the items of an unpaid online order for ${LIMITS.payment_hold_minutes} minutes.` : ''}`,
      '## Your account',
      'Keep your password to yourself. Tell us at once if someone else has used your account.',
      '## Complaints',
      seller.grievance_officer
        ? 'Our grievance officer, named at the bottom of every page, acknowledges every complaint within 48 hours and settles it within one month.'
        : 'Write to us. We acknowledge every complaint within 48 hours and settle it within one month.',
      '## Law',
      'Indian law applies; the courts of the seller’s city have jurisdiction.',
    ),
  ]
}
