import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GoodsLine, hsnTaxes, type Supply, type Taxed, taxOrder } from './gst.ts'
import { checkCharacter, faultOfGstin } from './gstin.ts'

const line = fc.record({
  gst_rate: fc.constantFrom(null, 0, 0.25, 1.5, 3, 5, 12, 18, 28, 40),
  amount: fc.integer({ min: 0, max: 1_000_000_000 }),
  ships_free: fc.boolean(),
})
const order = fc
  .record({
    goods: fc.array(line, { minLength: 1, maxLength: 50 }),
    delivery: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
    supply: fc.constantFrom<Supply>('intra', 'inter'),
  })
  .map(({ delivery, ...rest }) => ({
    ...rest,
    delivery: rest.goods.every(({ ships_free }) => ships_free) ? 0 : delivery,
  }))
const tax = ({ cgst, sgst, igst }: Omit<Taxed, 'rate'>): number => cgst + sgst + igst
const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0)

describe('the tax inside an order', () => {
  it('adds up to the paid amount in every line, rate and total', () => {
    fc.assert(
      fc.property(order, ({ goods, delivery, supply }) => {
        const taxed = taxOrder(goods, delivery, supply)
        const rows = [...taxed.lines, ...taxed.delivery]
        for (const part of [...rows, ...taxed.rates, taxed.total]) {
          expect(part.taxable + tax(part)).toBe(part.amount)
          expect(Math.min(part.taxable, part.cgst, part.sgst, part.igst)).toBeGreaterThanOrEqual(0)
        }
        expect(taxed.lines.map(({ amount }) => amount)).toEqual(goods.map(({ amount }) => amount))
        expect(sum(taxed.delivery.map(({ amount }) => amount))).toBe(delivery)
        expect(taxed.total.amount).toBe(sum(goods.map(({ amount }) => amount)) + delivery)
        for (const name of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const) {
          expect(sum(rows.map((part) => part[name]))).toBe(taxed.total[name])
          expect(sum(taxed.rates.map((part) => part[name]))).toBe(taxed.total[name])
        }
      }),
    )
  })

  it('is within a paisa of the exact tax of each rate, and in equal halves within a state', () => {
    fc.assert(
      fc.property(order, ({ goods, delivery, supply }) => {
        const taxed = taxOrder(goods, delivery, supply)
        for (const part of [...taxed.lines, ...taxed.delivery]) {
          if (supply === 'intra') expect([part.sgst, part.igst]).toEqual([part.cgst, 0])
          else expect([part.cgst, part.sgst]).toEqual([0, 0])
        }
        for (const part of taxed.rates) {
          expect(Math.abs(tax(part) - (part.amount * part.rate) / (100 + part.rate))).toBeLessThanOrEqual(
            1.001,
          )
        }
      }),
    )
  })

  it('adds up by HSN code and rate, delivery included', () => {
    const codes = fc.array(fc.constantFrom(null, '0401', '6109', '7113'), { minLength: 50, maxLength: 50 })
    fc.assert(
      fc.property(order, codes, ({ goods, delivery, supply }, hsn) => {
        const taxed = taxOrder(goods, delivery, supply)
        const rows = hsnTaxes(
          goods.map(({ ships_free }, index) => ({
            hsn: hsn[index] ?? null,
            product_name: 'Rice',
            quantity: index + 1,
            ships_free,
          })),
          taxed,
        )
        expect(sum(rows.map(({ quantity }) => quantity))).toBe((goods.length * (goods.length + 1)) / 2)
        for (const name of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const)
          expect(sum(rows.map((row) => row[name]))).toBe(taxed.total[name])
        for (const row of rows) expect(row.taxable + tax(row)).toBe(row.amount)
      }),
    )
  })

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(order, ({ goods, delivery, supply }) => {
        const { rates, total } = taxOrder(goods, delivery, supply)
        expect(taxOrder(goods.toReversed(), delivery, supply)).toMatchObject({ rates, total })
      }),
    )
  })

  it('taxes delivery at the rates of the goods that do not ship free', () => {
    const goods = [
      { hsn: '7113', product_name: 'Ring', quantity: 1, gst_rate: 3, amount: 900_00, ships_free: true },
      { hsn: '6109', product_name: 'Shirt', quantity: 1, gst_rate: 5, amount: 100_00, ships_free: false },
    ]
    const taxed = taxOrder(goods, 105_00, 'inter')
    expect(taxed.delivery).toMatchObject([{ rate: 5, amount: 105_00, igst: 5_00 }])
    expect(hsnTaxes(goods, taxed).map(({ hsn, amount }) => [hsn, amount])).toEqual([
      ['6109', 205_00],
      ['7113', 900_00],
    ])
  })

  it.each<[string, Omit<GoodsLine, 'ships_free'>[], number, Supply, Partial<Taxed>]>([
    ['18 % inside ₹118', [{ gst_rate: 18, amount: 118_00 }], 0, 'inter', { taxable: 100_00, igst: 18_00 }],
    ['18 % in halves', [{ gst_rate: 18, amount: 118_00 }], 0, 'intra', { cgst: 9_00, sgst: 9_00 }],
    ['delivery at the goods’ rate', [{ gst_rate: 5, amount: 1050_00 }], 105_00, 'inter', { igst: 55_00 }],
    ['no rate as none', [{ gst_rate: null, amount: 99_99 }], 0, 'intra', { taxable: 99_99, cgst: 0 }],
    [
      'goods that were free',
      [{ gst_rate: 18, amount: 0 }],
      118_00,
      'inter',
      { taxable: 100_00, igst: 18_00 },
    ],
  ])('computes %s', (_what, goods, delivery, supply, total) => {
    const charged = goods.map((line) => ({ ...line, ships_free: false }))
    expect(taxOrder(charged, delivery, supply).total).toMatchObject(total)
  })
})

describe('a GSTIN', () => {
  it('has the right check character', () => {
    expect(faultOfGstin('27AAPFU0939F1ZV')).toBeNull()
    expect(faultOfGstin('27AAPFU0939F1ZW')).toMatch(/typing mistake/)
    expect(faultOfGstin('99AAPFU0939F1ZV')).toMatch(/not the code of a state/)
    expect(faultOfGstin('27aapfu0939f1zv')).toMatch(
      /^Character 3 of a GSTIN is a capital letter, .+ not a\.$/,
    )
    expect(faultOfGstin('27AAPFU0939F1Z')).toBe('A GSTIN has 15 characters, and this one has 14.')
    expect(faultOfGstin('29ABCDE1234F1WZ')).toMatch(/^Character 14 of a GSTIN is Z, /)
  })

  it('is refused with any one character changed', () => {
    const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const good = '27AAPFU0939F1Z'
    fc.assert(
      fc.property(fc.nat(13), fc.constantFrom(...characters), (at, wrong) => {
        fc.pre(good[at] !== wrong)
        expect(checkCharacter(good.slice(0, at) + wrong + good.slice(at + 1))).not.toBe('V')
      }),
    )
  })
})
