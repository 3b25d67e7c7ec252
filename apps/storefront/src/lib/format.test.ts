import { afterEach, describe, expect, it, vi } from 'vitest'
import { count, formatWholeRupees, formatRupees } from './format.ts'

describe('money', () => {
  it('groups rupees the Indian way and always shows paise', () => {
    expect(formatRupees(12_345_600)).toBe('₹1,23,456.00')
    expect(formatRupees(9_900)).toBe('₹99.00')
    expect(formatRupees(5)).toBe('₹0.05')
    expect(formatRupees(1_00_00_00_000)).toBe('₹1,00,00,000.00')
  })

  it('leaves paise out of round amounts', () => {
    expect(formatWholeRupees(50_00_000)).toBe('₹50,000')
  })
})

describe('dates', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
    'are those of the shop for a reader in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      vi.resetModules()
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      const { longDate, shortDate } = await import('./format.ts')
      const moment = new Date('2026-11-20T19:05:00Z')
      expect(longDate(moment)).toMatch(/^21 November 2026.*12:35 am$/i)
      expect(shortDate(moment)).toBe('21 Nov 2026')
    },
  )
})

it('uses the plural for every count but one', () => {
  expect(count(1, 'result')).toBe('1 result')
  expect(count(0, 'result')).toBe('0 results')
  expect(count(2, 'category', 'categories')).toBe('2 categories')
})
