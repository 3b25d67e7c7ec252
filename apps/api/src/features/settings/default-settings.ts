/** What a shop has until its owner sets it up: the demo's settings, the limits of a new shop, the text pages. */
import { LIMITS } from '@haat/contract/rules'
import { Email } from '@haat/contract/auth'
import type { AllSettings, OrderLimits, Page } from '@haat/contract/settings'

/** The limits of a merchant's new shop. */
export const NEW_SHOP_LIMITS: OrderLimits = {
  pieces_per_line: 10,
  open_cod_orders: 3,
  cod_order_value: 50_000_00,
  verified_contact: true,
}

/** The alerts of a merchant's new shop. @param contact the shop's first e-mail address */
export const newShopAlerts = (contact: string | null | undefined): AllSettings['alerts'] => ({
  email: Email.safeParse(contact).data ?? null,
  low_stock: 5,
})

/** The settings of the demo shop, and of a new shop until it has its own. */
export const DEFAULT_SETTINGS: AllSettings = {
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
  delivery: { charge: 99_00, free_above: 50_000_00, waivedOnCartCheckout: true, deals_ship_free: true },
  limits: {
    pieces_per_line: LIMITS.line_quantity,
    open_cod_orders: null,
    cod_order_value: null,
    verified_contact: false,
  },
  payments: { cod: true, online: true },
  alerts: { email: null, low_stock: null },
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
