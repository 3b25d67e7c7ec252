/** What a shop says of itself until its merchant writes other texts: it follows from the settings, and promises no more. */
import { areasText } from '@haat/contract/delivery-area'
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import type { AllSettings, Page, ShopSettings } from '@haat/contract/settings'
import { t } from '#say'
import { formatYear } from '../../format.ts'
import { offeredPayments } from './offered-payments.ts'
import type { Shop } from '../../shop.ts'

/** The settings with every text that customers see. */
export function shownSettings(settings: AllSettings, now: Date) {
  const { shop_name: shop } = settings
  const { legal_name: seller } = settings.seller
  const year = formatYear(now)
  return {
    ...settings,
    seller_label: settings.seller_label ?? t`Seller: ${seller}`,
    services: settings.services ?? servicesOf(settings),
    info_cards: settings.info_cards ?? infoCardsOf(settings),
    copyright: settings.copyright ?? t`© ${year} ${shop}. All rights reserved.`,
  }
}

function servicesOf({ delivery, return_days: days, payments }: AllSettings): ShopSettings['services'] {
  return [
    { icon: 'truck', title: t`Delivery`, note: deliveryNote(delivery) },
    ...(days === null
      ? []
      : [{ icon: 'undo' as const, title: t`${days}-Day Returns`, note: t`In original condition` }]),
    ...(payments.cod
      ? [{ icon: 'wallet' as const, title: t`Cash on Delivery`, note: t`Pay when your order arrives` }]
      : []),
  ]
}

function deliveryNote({ charge, free_above, waivedOnCartCheckout }: AllSettings['delivery']): string {
  if (charge === 0) return t`Free on every order`
  const [amount, least] = [formatShortRupees(charge), formatShortRupees(free_above)]
  return waivedOnCartCheckout ? t`Free when you order from the cart` : t`${amount}, free above ${least}`
}

function infoCardsOf({ return_days: days, contact, delivery }: AllSettings): ShopSettings['info_cards'] {
  const [email] = contact.emails
  const areas = areasText(delivery.areas)
  const tracked = t`The courier and tracking number are on your order.`
  return [
    {
      icon: 'undo',
      title: t`Return & Exchange`,
      text:
        days === null
          ? t`Wrong or damaged? We replace it or refund it.`
          : t`${days}-day return, in original condition with tags.`,
    },
    {
      icon: 'truck',
      title: t`Shipping & Delivery`,
      text: areas === '' ? tracked : `${t`We deliver to ${areas}.`} ${tracked}`,
    },
    {
      icon: 'headset',
      title: t`Customer Service`,
      text: email === undefined ? t`Write to the address at the bottom of the page.` : t`Write to ${email}.`,
    },
  ]
}

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
