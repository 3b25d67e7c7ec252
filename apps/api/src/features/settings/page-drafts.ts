/** Text pages that are proposed to a merchant: they say what the settings say, and have the headings that the law asks for. */
import { areasText } from '@haat/contract/delivery-area'
import { formatShortRupees } from '@haat/contract/money'
import type { AllSettings, Page } from '@haat/contract/settings'
import type { Shop } from '../../shop.ts'
import { offeredPayments } from './offered-payments.ts'
import { page } from './shop-texts.ts'

/** What stands in square brackets is for the merchant to fill in. */
export function draftPages(settings: AllSettings, pay: Shop['pay']): Page[] {
  const { online } = offeredPayments(settings, pay)
  return [privacy(settings, online), shipping(settings), contact(settings), questions(settings, online)]
}

const list = (...points: (string | false)[]): string =>
  points
    .filter(Boolean)
    .map((point) => `- ${point}`)
    .join('\n')

const officer = ({ seller }: AllSettings): string =>
  `${seller.grievance_officer ?? '[name]'}, ${seller.grievance_email ?? '[e-mail address]'}`

/** The notice of the Digital Personal Data Protection Act, 2023, and of the rules of 2011 on sensitive data. */
const privacy = (settings: AllSettings, online: boolean): Page =>
  page(
    'privacy-policy',
    'Privacy Policy',
    `${settings.seller.legal_name || '[legal name]'}, ${settings.seller.address || '[address]'}, runs ${settings.shop_name} and is responsible for your personal data.`,
    '## What we collect',
    list(
      'Your name, e-mail address, phone number and delivery addresses.',
      'What you order, put into your cart and wish for.',
      'The devices on which you are logged in, to protect your account.',
      online && 'The state of each payment. Card and bank details stay with the payment provider.',
    ),
    '## Why',
    'To take, deliver and invoice your orders, to answer you, to prevent fraud, and to keep the records that tax law asks for. We ask for your consent before anything else.',
    '## Who receives it',
    list(
      'Couriers, to deliver your parcel.',
      online && 'The payment provider, to take your payment.',
      'Authorities, where the law obliges us.',
    ),
    'We do not sell your data.',
    '## How long we keep it',
    'As long as you have an account. Invoices and the orders they belong to are kept for as long as tax law asks, at present 72 months after the annual return of their year.',
    '## Cookies',
    'The shop keeps your login, your cart and your last searches on your device. It sets no cookies for advertising.',
    '## How we protect it',
    'Passwords are stored only as hashes, and the connection to the shop is encrypted. If data is lost or stolen, we tell you and the Data Protection Board.',
    '## Your rights',
    'You can read, correct and erase your data, withdraw your consent as easily as you gave it, and name a person who exercises these rights for you if you die or cannot. Write to us. If our answer does not satisfy you, you can complain to the Data Protection Board of India.',
    '## Children',
    'The shop is for persons of 18 years and older; parents or guardians order for others.',
    '## Grievance officer',
    `${officer(settings)}. Complaints are acknowledged within 48 hours and settled within one month.`,
  )

function shipping({ delivery, payments }: AllSettings): Page {
  const charge = formatShortRupees(delivery.charge)
  return page(
    'shipping-policy',
    'Shipping Policy',
    '## Where we deliver',
    delivery.areas.length > 0 ? `To ${areasText(delivery.areas)}.` : 'All over India.',
    '## What it costs',
    delivery.charge === 0
      ? 'Delivery is free.'
      : `${charge} an order; free above ${formatShortRupees(delivery.free_above)}. The amount is shown before you order.`,
    '## How long it takes',
    'We hand over parcels within [2] working days. The courier needs [3 to 7] days more.',
    '## Tracking',
    'Courier and tracking number are on your order as soon as the parcel is on its way, and in the mail that says so.',
    ...(payments.cod
      ? ['## Cash on delivery', 'Pay the courier when the parcel arrives, and keep the amount ready.']
      : []),
    '## If it does not arrive',
    'Write to us when a parcel is late, damaged or opened. We find it, send it again or refund it.',
  )
}

/** What the Consumer Protection (E-Commerce) Rules, 2020, want a seller to show. */
const contact = (settings: AllSettings): Page => {
  const { seller, contact: how } = settings
  return page(
    'contact',
    'Contact Us',
    '## Write or call',
    list(
      ...how.emails.map((email) => `E-mail: ${email}`),
      ...how.phones.map((phone) => `Phone: ${phone}`),
      how.support_hours !== '' && `Hours: ${how.support_hours}`,
    ) || '[e-mail address and phone number]',
    '## Seller',
    `${seller.legal_name || '[legal name]'}\n${seller.address || '[address]'}${seller.gstin ? `\nGSTIN ${seller.gstin}` : ''}`,
    '## Grievance officer',
    `${officer(settings)}. Every complaint is acknowledged within 48 hours and settled within one month.`,
    'Consumers can also call the National Consumer Helpline at 1915.',
  )
}

const questions = ({ return_days, payments }: AllSettings, online: boolean): Page =>
  page(
    'faq',
    'Questions and Answers',
    '## Where is my order?',
    'Log in and open My Orders: each shows its step, its courier and its tracking number.',
    '## How can I pay?',
    [payments.cod && 'In cash when the parcel arrives.', online && 'Online, by UPI or card.']
      .filter(Boolean)
      .join(' ') || '[ways to pay]',
    '## Can I cancel?',
    'Yes, until the parcel is on its way. What you have paid is refunded.',
    '## Can I return something?',
    return_days === null
      ? 'If it is wrong, damaged or defective: write to us within 48 hours of its delivery.'
      : `Yes, within ${return_days} days of its delivery, in original condition.`,
    '## Do I get a GST invoice?',
    'With every order: open it under My Orders and download the invoice. Give your GSTIN at the checkout if you have one.',
  )
