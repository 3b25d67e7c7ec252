import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { byDepth } from '../../../scripts/depth.ts'
import {
  formatRupees,
  formatShortRupees,
  isWholePaise,
  PAISE_MAX,
  parseAmount,
  RUPEES_MAX,
  toRupees,
} from './money.ts'
import { IgnoredRupees, Rupees, RupeesText } from './wire.ts'

const paise = fc.integer({ min: 0, max: PAISE_MAX })

describe('Rupees', () => {
  it('converts every amount in its range without loss', () => {
    const amounts = fc.oneof(paise, fc.integer({ min: PAISE_MAX - 10_000_000, max: PAISE_MAX }))
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(z.decode(Rupees, z.encode(Rupees, amount))).toBe(amount)
      }),
      { numRuns: byDepth(10_000, 1_000_000) },
    )
  })

  it('accepts amounts with a floating-point error', () => {
    expect(z.decode(Rupees, 9_841_079_958.71)).toBe(984_107_995_871)
    expect(z.decode(Rupees, 0.1 + 0.2)).toBe(30)
  })

  it.each([
    -0.01,
    RUPEES_MAX + 0.01,
    1.005,
    1.0000001,
    9_841_079_958.715,
    9_841_079_958.711,
    Number.NaN,
    '5',
    null,
  ])('refuses %s', (amount) => {
    expect(z.safeDecode(Rupees, amount as number).success).toBe(false)
  })
})

describe('isWholePaise', () => {
  it('accepts sums and differences of amounts', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: PAISE_MAX / 50 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 100_000 }), (parts, discount) => {
        const sum = parts.reduce((total, part) => total + toRupees(part), 0)
        expect(isWholePaise(sum)).toBe(true)
        const price = toRupees(parts[0]! % 10_000_000)
        expect(isWholePaise(price + toRupees(discount) - price)).toBe(true)
      }),
    )
  })

  it('refuses a third decimal of any amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: PAISE_MAX - 1 }),
        fc.integer({ min: 1, max: 9 }),
        (amount, third) => {
          expect(isWholePaise(toRupees(amount) + third / 1000)).toBe(false)
        },
      ),
    )
  })

  it('refuses further decimals of amounts up to a lakh', () => {
    const rest = fc.double({ min: 1e-8, max: 0.004_99 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), rest, (amount, more) => {
        expect(isWholePaise(toRupees(amount) + more)).toBe(false)
      }),
    )
  })
})

describe('IgnoredRupees', () => {
  it.each(['free', null, {}, [], true, -1e300, 1e300])('decodes %j to undefined', (junk) => {
    expect(z.decode(IgnoredRupees, junk)).toBeUndefined()
  })

  it('converts between rupees and paise', () => {
    expect(z.encode(IgnoredRupees, 150_50)).toBe(150.5)
    expect(z.decode(IgnoredRupees, 150.5)).toBe(150_50)
  })
})

describe('parseAmount', () => {
  it('reads the output of toRupees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PAISE_MAX }), (amount) => {
        expect(parseAmount(String(toRupees(amount)))).toBe(amount)
      }),
    )
  })

  it('has the same maximum as the codecs', () => {
    const text = String(RUPEES_MAX)
    expect(parseAmount(text)).toBe(PAISE_MAX)
    expect(z.decode(RupeesText, text)).toBe(PAISE_MAX)
    expect(z.encode(RupeesText, PAISE_MAX)).toBe(text)
    expect(z.decode(Rupees, RUPEES_MAX)).toBe(PAISE_MAX)
  })

  it.each(['', '-1', '1.005', '1,000', '1e3', ' 5', '12345678901', '10000000000.01'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )
})

describe('amounts as text', () => {
  it('are grouped the Indian way and always have paise', () => {
    expect(formatRupees(12_345_600)).toBe('₹1,23,456.00')
    expect(formatRupees(9_900)).toBe('₹99.00')
    expect(formatRupees(5)).toBe('₹0.05')
    expect(formatRupees(1_00_00_00_000)).toBe('₹1,00,00,000.00')
  })

  it('have paise in a sentence only where there are some', () => {
    expect(formatShortRupees(50_00_000)).toBe('₹50,000')
    expect(formatShortRupees(499_50)).toBe('₹499.50')
    expect(formatShortRupees(5)).toBe('₹0.05')
  })
})
