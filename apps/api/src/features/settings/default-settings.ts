/** The settings of the demo, which a shop has until its owner sets it up, and those of a new shop. */
import { DEFAULT_BRAND } from '@haat/contract/brand'
import { LANGUAGE_CODES } from '@haat/contract/languages'
import { LIMITS } from '@haat/contract/rules'
import type { AllSettings, OrderLimits } from '@haat/contract/settings'

/** The limits of a merchant's new shop. */
export const NEW_SHOP_LIMITS: OrderLimits = {
  pieces_per_line: 10,
  open_cod_orders: 3,
  cod_order_value: 50_000_00,
  verified_contact: true,
}

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
  delivery: {
    charge: 99_00,
    free_above: 50_000_00,
    waivedOnCartCheckout: true,
    deals_ship_free: true,
    areas: [],
    dispatch_days: 1,
  },
  return_days: LIMITS.return_days,
  limits: {
    pieces_per_line: LIMITS.line_quantity,
    open_cod_orders: null,
    cod_order_value: null,
    verified_contact: false,
  },
  checkout: { guest: false },
  payments: {
    cod: true,
    online: true,
    round_cash: false,
    providers: null,
    upi: {
      id: null,
      category: null,
      pay_minutes: LIMITS.payment_hold_minutes,
      confirm_hours: LIMITS.upi_confirm_hours,
    },
    cod_fee: 0,
    cod_confirm: false,
  },
  alerts: { email: null, low_stock: null },
  reviews: { approve: false, ask_after_days: 5 },
  backups: { hour: null, keep: 7 },
  closed: { from: null, until: null, message: '' },
  display: { card_frame: 'square' },
  languages: [...LANGUAGE_CODES],
  brand: DEFAULT_BRAND,
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
    composition: false,
    fssai: null,
    grievance_officer: 'Meera Krishnan',
    grievance_email: 'grievance@haat.example',
  },
}

/** The settings of a merchant's new shop: they claim nothing that is not true of it. */
export const NEW_SETTINGS: AllSettings = {
  ...DEFAULT_SETTINGS,
  shop_name: 'My Shop',
  tagline: '',
  seller_label: null,
  contact: { emails: [], phones: [], address: '', support_hours: '' },
  services: null,
  info_cards: null,
  new_arrivals_intro: '',
  copyright: null,
  delivery: {
    charge: 49_00,
    free_above: 999_00,
    waivedOnCartCheckout: false,
    deals_ship_free: false,
    areas: [],
    dispatch_days: 1,
  },
  return_days: null,
  limits: NEW_SHOP_LIMITS,
  alerts: { email: null, low_stock: 5 },
  showcase: null,
  seller: {
    legal_name: '',
    address: '',
    state: '',
    gstin: null,
    composition: false,
    fssai: null,
    grievance_officer: null,
    grievance_email: null,
  },
}
