import { expect, it } from 'vitest'
import { listedSentence, typedSentence } from './coupon-sentence.ts'

const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ')

const COUPON = {
  ...{ kind: 'percent', value: 15, level: 'order', category: 'Clothing (clothing)', product: null },
  ...{ min_amount: null, max_discount: 200_00, usage_limit: null, per_user_limit: 1, starts_at: null },
  ends_at: new Date('2026-11-29T15:30:00Z'),
}

it('a coupon says what it does', () => {
  expect(plain(listedSentence(COUPON))).toBe(
    '15% off Clothing, at most ₹200, once each, till Sun 29 Nov, 9 pm',
  )
})

it('a flat coupon is in rupees, and says when it begins and how often it can be used', () => {
  const flat = { ...COUPON, kind: 'flat', value: 99.5, level: 'item', category: null, max_discount: null }
  const coming = {
    ...flat,
    min_amount: 999_00,
    usage_limit: 100,
    ends_at: null,
    starts_at: new Date('2026-12-24T04:00:00Z'),
  }
  expect(plain(listedSentence(coming))).toBe(
    '₹99.50 off each item, from ₹999, once each, 100 times in all, from Thu 24 Dec, 9:30 am, without an end',
  )
})

it('a coupon says it while it is typed, as soon as it takes something off', () => {
  const scopeOf = (value: string) => (value === '3' ? 'Clothing' : value)
  expect(typedSentence({ code: 'DIWALI', percent: '' }, scopeOf)).toBeNull()
  expect(typedSentence({ percent: '150' }, scopeOf)).toBeNull()
  expect(
    plain(typedSentence({ percent: '15', max_discount: '200', category: '3', per_customer: '2' }, scopeOf)),
  ).toBe('15% off Clothing, at most ₹200, twice each, without an end')
})
