import { readFileSync } from 'node:fs'
import { LANGUAGE_CODES } from '@haat/contract/languages'
import { expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import type { TextMessage } from '../../adapters/sms.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { updateCustomer } from '../auth/customer.store.ts'
import { runOutbox } from '../mail/outbox.ts'
import { orderText } from './order-text.ts'
import type { MailedOrder } from './order-mail.store.ts'

const ORDER = {
  order_number: 'KD7M2XPR94',
  total_amount: 540_00,
  courier: null,
  text_to: '9812345678',
  customer: { name: 'Asha', email: 'asha@example.com', language: 'en' },
} as MailedOrder
const WITHOUT_EMAIL = { ...ORDER, customer: { ...ORDER.customer, email: '' } }
const ABOUT = { language: 'en', shop: 'Haat', amount: 20_00, link: 'https://haat.example/track/1/a' } as const
const MOMENTS = ['confirmed', 'shipped', 'out_for_delivery', 'delivered', 'cancelled', 'refunded', 'lost']

it('has a text for the moments of an order, with what fills its gaps', () => {
  const text = (moment: string, amount: number = ABOUT.amount) => {
    const found = orderText(moment, ORDER, { ...ABOUT, amount })
    return found && { ...found, ...found.write('en') }
  }
  expect(text('shipped')).toMatchObject({ kind: 'shipped', to: '9812345678' })
  expect(text('shipped')?.text).toBe(
    'Haat: your order KD7M2XPR94 is on its way with our courier. https://haat.example/track/1/a',
  )
  expect(text('out_for_delivery')?.text).toContain('is out for delivery')
  expect(text('delivered')?.text).toContain('is delivered')
  expect(text('cancelled')?.text).toBe(
    'Haat: your order KD7M2XPR94 is cancelled. https://haat.example/track/1/a',
  )
  expect(text('refunded')?.values).toMatchObject({ amount: '₹20', order: 'KD7M2XPR94' })
  expect([text('refunded', 0), text('paid_again')]).toEqual([null, null])
})

it('tells what has no text of its own as news, to somebody without an e-mail address', () => {
  const found = orderText('paid_again', WITHOUT_EMAIL, ABOUT)
  expect(found).toMatchObject({ kind: 'news', to: '9812345678' })
  expect(found?.write('en').text).toBe(
    'Haat: order KD7M2XPR94: there is news. https://haat.example/track/1/a',
  )
  const accepted = orderText('return_accepted', WITHOUT_EMAIL, ABOUT)
  expect(accepted?.write('en').text).toContain(': your request is accepted. ')
  expect(orderText('shipped', WITHOUT_EMAIL, ABOUT)?.kind).toBe('shipped')
})

it('is written as merchants have registered it, in each language', () => {
  const guide = readFileSync(new URL('../../../../../docs/merchant.md', import.meta.url), 'utf8')
  const order = { ...WITHOUT_EMAIL, order_number: '##order##', courier: '##courier##' }
  const about = { ...ABOUT, shop: '##shop##', link: '##link##' }
  const texts = LANGUAGE_CODES.flatMap((language) =>
    MOMENTS.map((moment) => {
      const { text, values } = orderText(moment, order, about)!.write(language)
      return text.replace(/₹[\d,]+/, '##amount##').replace(values.news!, '##news##')
    }),
  )
  expect(new Set(texts).size).toBe(21)
  expect(texts.filter((text) => !guide.includes(`| ${text} |`))).toEqual([])
})

it('is in the language of the order, as its mail is, whatever the customer logs in with later', async () => {
  const test = await shopForThisTest()
  const sent: TextMessage[] = []
  test.shop.sms = { sends: () => true, isFailing: false, deliver: async (message) => void sent.push(message) }
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  await shopper
    .place(shopper.order([item(product, 2)], 1099))
    .set('cookie', 'language=ta')
    .expect(201)
  await test.shop.db.transaction((tx) => updateCustomer(tx, shopper.customer.id, { language: 'hi' }))
  await runOutbox(test.shop, MAIL_KINDS)
  expect(test.mail.messages[0]?.subject).toMatch(/[\u0B80-\u0BFF]/)
  expect(sent.map(({ language, write }) => write(language).text)).toEqual([
    expect.stringContaining('₹1,099 மதிப்பிலான உங்கள் ஆர்டர்'),
  ])
})

it('is sent once beside the mail, and its failure holds no mail back', async () => {
  const test = await shopForThisTest()
  const sent: TextMessage[] = []
  test.shop.sms = {
    ...{ sends: (kind) => kind === 'placed', isFailing: false },
    deliver: async (message) => {
      sent.push(message)
      throw new Error('refused')
    },
  }
  const shopper = await aShopper(test)
  const product = await aProduct(test)
  const { body } = await shopper.place(shopper.order([item(product, 2)], 1099)).expect(201)
  expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(1)
  expect(test.mail.messages).toHaveLength(1)
  expect(sent).toMatchObject([{ kind: 'placed', language: 'en' }])
  expect(sent[0]?.write('en').values).toMatchObject({ order: body.order_number, amount: '₹1,099' })
})
