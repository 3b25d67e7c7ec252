/** What a shop says of itself until its merchant writes other texts: it follows from the settings, and promises no more. */
import { areasText } from '@haat/contract/delivery-area'
import { formatShortRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import { REFUND_DAYS } from '@haat/contract/return-rules'
import type { AllSettings, Page, ShopSettings } from '@haat/contract/settings'
import { plural, t } from '#say'
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
    new_arrivals_intro: settings.new_arrivals_intro || t`Our latest products.`,
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

/** What the settings promise, as a list. */
function promises(settings: AllSettings, online: boolean): string {
  const { delivery, return_days, payments } = settings
  const areas = areasText(delivery.areas)
  return [
    t`Prices include all taxes. What delivery costs is shown before you order.`,
    areas === '' ? t`We deliver all over India.` : t`We deliver to ${areas}.`,
    ...(return_days === null
      ? []
      : [
          t`You may return an item within ${plural(return_days, { one: '# day', other: '# days' })} of delivery.`,
        ]),
    ...(payments.cod ? [t`You may pay in cash when your order arrives.`] : []),
    ...(online ? [t`You may pay online.`] : []),
    t`Each order has a page that says where it is, with its invoice.`,
  ]
    .map((promise) => `- ${promise}`)
    .join('\n')
}

function imprint({ shop_name: shop, seller: { legal_name: seller, address, gstin } }: AllSettings): string[] {
  if (seller === '') return []
  const whole = address === '' ? seller : `${seller}, ${address}`
  return [
    `## ${t`Who we are`}`,
    t`${shop} is run by ${whole}.` + (gstin === null ? '' : ` ${t`GSTIN: ${gstin}.`}`),
  ]
}

/** The text pages that every shop has, in the language of who reads them. */
export function firstPages(settings: AllSettings, pay: Shop['pay']): Page[] {
  const { shop_name: shop, seller, return_days, payments } = settings
  // A test bank is for demos alone.
  const online = offeredPayments(settings, pay).providers.some((one) => !one.simulated || settings.showcase)
  return [
    page(
      'about',
      t`About Us`,
      t`Welcome to ${shop}.`,
      `## ${t`What you can count on`}`,
      promises(settings, online),
      ...imprint(settings),
    ),
    page(
      'return-exchange',
      t`Return/Exchange`,
      ...(return_days === null
        ? [t`We take back only damaged, defective or wrong items.`]
        : [
            t`You may return or exchange an item within ${plural(return_days, { one: '# day', other: '# days' })} of delivery.`,
            `## ${t`What we need`}`,
            t`The item in its original condition, with its tags, box and bill. Personal-care items can come back only unopened.`,
            `## ${t`How it works`}`,
            t`Open the order under [My Orders](/account/orders) and press Return or Exchange. We tell you how the item reaches us, and send the replacement or the refund when it has arrived.`,
          ]),
      `## ${t`Damaged, defective or wrong on arrival`}`,
      return_days === null
        ? t`Write to us within 48 hours of delivery, with your order number and a photo. We replace the item or refund it in full; if all of the order came so, the delivery as well.`
        : t`Ask for it in the same way, and add a photo. We replace the item or refund it in full; if all of the order came so, the delivery as well.`,
    ),
    page(
      'refund-policy',
      t`Refund Policy`,
      t`How a refund reaches you depends on how you paid. It takes at most ${REFUND_DAYS} working days from the day your return arrived, or your order was cancelled.`,
      ...(payments.cod
        ? [`## ${t`Cash on delivery`}`, t`By UPI, to the id that you name when you ask for it.`]
        : []),
      ...(online
        ? [
            `## ${t`Online payments`}`,
            t`To the same UPI id, card or account that you paid with.`,
            `## ${t`Failed payments`}`,
            t`If you were charged for an order that was not placed, you get it if its items are still there, or your money back, without asking.`,
            `## ${t`Cancelled, lost or not accepted`}`,
            t`You get back all that you paid, delivery included.`,
          ]
        : []),
    ),
    page(
      'terms',
      t`Terms And Conditions`,
      t`By ordering you agree to these terms.`,
      `## ${t`Prices`}`,
      t`All prices are in Indian rupees and include all taxes. We charge the price at the moment you place the order. If it changes during checkout, we show you the new price first.`,
      `## ${t`Orders`}`,
      t`An order is accepted when we show its confirmation.` +
        (online
          ? ` ${t`We reserve the items of an unpaid online order for ${plural(LIMITS.payment_hold_minutes, { one: '# minute', other: '# minutes' })}.`}`
          : ''),
      `## ${t`Your account`}`,
      t`Keep your password to yourself. Tell us at once if someone else has used your account.`,
      `## ${t`Complaints`}`,
      seller.grievance_officer
        ? t`Our grievance officer, named at the bottom of every page, acknowledges every complaint within 48 hours and settles it within one month.`
        : t`Write to us. We acknowledge every complaint within 48 hours and settle it within one month.`,
      `## ${t`Law`}`,
      t`Indian law applies; the courts of the seller’s city have jurisdiction.`,
    ),
  ]
}
