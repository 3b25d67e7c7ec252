import { DEFAULT_BRAND } from '@haat/contract/brand'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/default-settings.ts'
import { otpMail, passwordChangedMail } from '../auth/account-mails.ts'
import type { MailShop, MailText } from './mail-layout.ts'
import { ORDER_MAILS, orderMail, type OrderMailKind } from '../orders/order-mail.ts'
import type { MailedOrder } from '../orders/order-mail.store.ts'
import { speaking } from '#say'

const SHOP: MailShop = {
  brand: DEFAULT_BRAND,
  shop_name: 'Kirana & Sons',
  contact: DEFAULT_SETTINGS.contact,
  url: 'https://kirana.example',
}
const AT = new Date('2026-03-02T20:00:00.000Z')
const NASTY = `<img src=x onerror="alert('1')"> & Co`

const ITEM = {
  product_name: 'Trail shoe',
  variant_name: 'Blue / 9',
  price: 1_29_950,
  quantity: 2,
  subtotal: 2_59_900,
  ships_free: true,
} as MailedOrder['items'][number]

const ORDER = {
  id: 42,
  order_number: 'KD7M2XPR94',
  status: 'CONFIRMED',
  payment_method: 'COD',
  payment_provider: null,
  created_at: AT,
  shipping_name: 'Asha Rao',
  shipping_street: '12 MG Road, Ashok Nagar',
  shipping_city: 'Bengaluru',
  shipping_state: 'Karnataka',
  shipping_country: 'India',
  shipping_zip: '560001',
  shipping_phone: '9876543210',
  items_total: 1_52_59_900,
  total_shipping_price: 0,
  total_discount_amount: 25_990,
  total_amount: 1_52_33_910,
  coupon_code: 'HAAT10',
  paid_at: null,
  refund_due_amount: 0,
  courier: null,
  tracking_number: null,
  arrives_to: '2026-11-28',
  exchange_of_number: 'K7FMPNRT23',
  items: [
    ITEM,
    {
      ...ITEM,
      product_name: 'Fume hood',
      variant_name: null,
      price: 1_50_00_000,
      quantity: 1,
      subtotal: 1_50_00_000,
    },
  ],
  customer: { name: 'Asha', email: 'asha@shop.in', language: 'en' },
} as MailedOrder

describe('the order mails', () => {
  const sent = (
    kind: OrderMailKind,
    order: Partial<MailedOrder> = {},
    occasion?: Parameters<typeof orderMail>[3],
  ): MailText => orderMail(SHOP, kind, { ...ORDER, ...order }, occasion)

  it('show items, amounts in Indian grouping and the address, in both forms', () => {
    const mail = sent('confirmed')
    expect(mail.subject).toBe('Order #KD7M2XPR94 confirmed · Kirana & Sons')
    for (const form of [mail.text, mail.html]) {
      for (const part of [
        ...[
          'Trail shoe (Blue / 9)',
          '2 × ₹1,299.50',
          'Free shipping on this item',
          '₹2,599',
          'Fume hood',
          '₹1,50,000',
          '₹1,52,599',
        ],
        ...['HAAT10', '−₹259.90', 'Free', '₹1,52,339.10', '3 March 2026'],
        ...['Asha Rao', '12 MG Road, Ashok Nagar', 'Bengaluru, Karnataka 560001', '9876543210'],
        'https://kirana.example/order-confirmation/42',
      ]) {
        expect(form).toContain(part)
      }
    }
    expect(mail.text).toContain('2 × ₹1,299.50 = ₹2,599 · Free shipping on this item')
    expect(mail.text).not.toMatch(/[<>]|&amp;/)
  })

  it('show the amount to pay, or the amount paid', () => {
    expect(sent('confirmed').text).toContain('Please keep ₹1,52,339.10 ready for the courier.')
    const online = { payment_method: 'ONLINE', paid_at: AT } as const
    expect(sent('confirmed', online).text).toContain('We have received your payment of ₹1,52,339.10.')
    expect(sent('confirmed', { payment_method: null }).text).toContain('ready for the courier.')
    const owed = { ...online, refund_due_amount: 649_00, refund_by_hand: true, refund_upi: 'asha@okaxis' }
    const parts = sent('cancelled', owed, { back: [], amount: 649_00, by_hand: 50_00 }).text
    expect(parts).toContain('₹599 goes back to the card, bank account or UPI id that you paid with.\n')
    expect(parts).toContain('₹50 goes to your UPI id asha@okaxis.\nIt is there within 7 working days.\n')
    expect(sent('cancelled').text).not.toContain('refund')
    expect(sent('refund_due', online).text).toContain('We are refunding it in full')
    expect(sent('payment_failed', online).text).toContain('You can order again at any time.')
    const payable = { back: [], amount: 0, takes_money: true }
    expect(sent('payment_failed', online, payable).text).toContain('To pay for it after all')
    expect(sent('payment_failed', online, payable).html).toContain('Pay now')
    expect(sent('payment_failed', online).html).not.toContain('Pay now')
    expect(sent('delivered').text).toContain('Open your order to rate it')
  })

  it('say of what is paid back what for, where to and until when, in three lines', () => {
    const items = [ORDER.items[0]!, ORDER.items[1]!].map((item, at) => ({ ...item, id: at + 1 }))
    const paid = { items, paid_at: AT, payment_method: 'ONLINE', refund_due_amount: 1_398_50 } as const
    const piece = (order_item_id: number | null, amount: number) => ({ order_item_id, quantity: 1, amount })
    const back = [piece(1, 1_299_50), piece(null, 99_00)]
    expect(sent('returned', paid, { back, amount: 1_398_50 }).text).toContain(
      `What you sent back has reached us.
₹1,398.50 for 1 × Trail shoe (Blue / 9) and the delivery goes back to the card, bank account or UPI id that you paid with.
It is there within 7 working days.
`,
    )
    const byHand = { ...paid, refund_by_hand: true }
    const asked = sent('returned', byHand, { back, amount: 1_398_50, by_hand: 1_398_50 }).text
    expect(asked).toContain('and the delivery goes back to you by UPI. Please open your order')
    const many = [1, 2, 1, 2].map((id) => piece(id, 10_00))
    expect(sent('lost', paid, { back: many, amount: 40_00 }).text).toContain('₹40 for the items below goes')
    const hindi = speaking('hi', () => sent('returned', paid, { back, amount: 1_398_50 }).text)
    expect(hindi).toContain('1 × Trail shoe (Blue / 9) और डिलीवरी के लिए ₹1,398.50 उसी कार्ड')
  })

  it('call an order in cash confirmed only once its customer has confirmed it', () => {
    const confirmation = 'https://kirana.example/pay/confirm/42/abc'
    const { subject, text, html } = sent('confirmed', {}, { back: [], amount: 0, confirmation })
    expect(subject).toMatch(/^Please confirm order/)
    for (const form of [text, html]) expect(form).not.toMatch(/order confirmed|getting it ready/i)
    expect(html.match(/border-radius:10px/g)).toHaveLength(1)
  })

  it('say of what is sent in exchange with which order it was paid', () => {
    const order = { coupon_code: null, exchange_of_number: 'FIRST00001' }
    const { text, html } = sent('exchange_placed', order)
    for (const form of [text, html]) {
      expect(form).toContain('Paid with order #FIRST00001')
      expect(form).not.toContain('Discount')
    }
  })

  it('say of the test bank that no money moves', () => {
    for (const kind of ORDER_MAILS) {
      const { text, html } = sent(kind, { payment_method: 'ONLINE', payment_provider: 'test-bank' })
      for (const form of [text, html]) expect(form).toContain('the test bank: no money moves')
      expect(sent(kind, { payment_method: 'ONLINE', payment_provider: 'bank' }).text).not.toContain(
        'test bank',
      )
    }
  })

  it('list of a return what came back, and of a refund its own amount', () => {
    const back = [
      { order_item_id: 7, quantity: 1, amount: 1_29_950 },
      { order_item_id: null, quantity: 1, amount: 99_00 },
    ]
    const items = [{ ...ITEM, id: 7 }, ...ORDER.items.slice(1)]
    const about = { items, refund_due_amount: 9_999_00, refunded_amount: 9_999_00 }
    const { text, html } = sent('returned', about, { back, amount: 1_39_850 })
    for (const form of [text, html]) {
      for (const part of ['1 × Trail shoe (Blue / 9)', '₹1,299.50', 'Delivery', '₹99', '₹1,398.50'])
        expect(form).toContain(part)
      for (const part of ['Fume hood', '9,999', 'Subtotal', 'Deliver to']) expect(form).not.toContain(part)
    }
    expect(sent('returned', about, { back, amount: 0 }).text).not.toContain('₹')
    expect(sent('refunded', about, { back: [], amount: 20_00 }).text).toContain('have paid back ₹20.')
  })

  it.each(['hi', 'ta'] as const)('leave no line in English in %s', (language) => {
    const about = {
      payment_provider: 'test-bank',
      courier: 'Garuda Express',
      tracking_number: 'GX123',
    } as const
    const linesOf = ({ subject, text }: MailText) => [...subject.split(' · '), ...text.split('\n')]
    const own = [SHOP.shop_name, SHOP.url, '-- ', '', '₹', ...Object.values(SHOP.contact).flat()]
    for (const kind of ORDER_MAILS) {
      const write = () => linesOf(sent(kind, about, { back: [], amount: 5_00 }))
      const english = new Set(write())
      const kept = speaking(language, write).filter((line) => english.has(line))
      const given = ['- Fume hood', 'Asha Rao', '12 MG Road', '9876543210', 'India', '560001']
      const unexpected = kept.filter(
        (line) => !own.includes(line) && !given.some((part) => line.includes(part)),
      )
      expect([kind, unexpected]).toEqual([kind, []])
    }
  })

  it('show courier and tracking number once shipped', () => {
    const mail = sent('shipped', { courier: 'Garuda Express', tracking_number: 'GX123' })
    expect(mail.text).toContain('It should arrive by Sat 28 Nov.')
    expect(mail.text).toContain('Garuda Express')
    expect(mail.html).toContain('Tracking number: GX123')
    expect(sent('shipped').text).toContain('the courier.')
  })
})

describe('the account mails', () => {
  it('show the code in both forms, but not in the preview that a locked phone shows', () => {
    const mail = otpMail(SHOP, { name: 'Asha', code: '012345', purpose: 'reset' })
    expect(mail.text).toContain('012345')
    expect(mail.html.match(/012345/g)).toHaveLength(1)
    expect(mail.subject).not.toContain('012345')
    expect(mail.text).toContain('10 minutes')
  })

  it("show when the password was changed, in India's time", () => {
    expect(passwordChangedMail(SHOP, { name: 'Asha', at: AT }).text).toContain('3 Mar 2026, 01:30 IST')
  })
})

it('escapes everything that a customer typed', () => {
  const shop = { ...SHOP, shop_name: NASTY, contact: { ...SHOP.contact, address: NASTY } }
  const order: MailedOrder = {
    ...ORDER,
    shipping_name: NASTY,
    shipping_street: NASTY,
    coupon_code: NASTY,
    courier: NASTY,
    tracking_number: NASTY,
    items: [{ ...ITEM, product_name: NASTY, variant_name: NASTY }],
    customer: { name: NASTY, email: 'x@y.in', language: 'en' },
  }
  const mails = [
    otpMail(shop, { name: NASTY, code: '123456', purpose: 'reset' }),
    passwordChangedMail(shop, { name: NASTY, at: AT }),
    ...ORDER_MAILS.map((kind) => orderMail(shop, kind, order)),
  ]
  for (const { html, subject } of mails) {
    expect(html).not.toMatch(/<img|<script/)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co')
    expect(html).not.toContain('undefined')
    expect(subject).not.toMatch(/[\r\n]/)
  }
})
