import { describe, expect, it } from 'vitest'
import { financialYear, numberIn, seriesOf } from './documents.store.ts'

describe('the series of invoices', () => {
  it.each([
    ['2026-03-31T18:29:59.999Z', '25-26'],
    ['2026-03-31T18:30:00.000Z', '26-27'],
    ['2026-12-31T12:00:00.000Z', '26-27'],
    ['2100-01-01T00:00:00.000Z', '99-00'],
  ])('puts %s in %s', (moment, year) => {
    expect(financialYear(new Date(moment))).toBe(year)
  })

  it('has numbers of 16 characters', () => {
    const series = seriesOf('tax_invoice', new Date('2026-03-02T06:30:00Z'))
    expect(numberIn(series, 1)).toBe('IN/25-26/0000001')
    expect(numberIn(series, 9_999_999)).toHaveLength(16)
    expect(() => numberIn(series, 10_000_000)).toThrow(RangeError)
  })
})
