import { describe, expect, it } from 'vitest'
import { count, longDate, roundRupees, rupees } from './format.ts'

describe('money', () => {
  it('groups rupees the Indian way and always shows paise', () => {
    expect(rupees(12_345_600)).toBe('₹1,23,456.00')
    expect(rupees(9_900)).toBe('₹99.00')
    expect(rupees(5)).toBe('₹0.05')
    expect(rupees(1_00_00_00_000)).toBe('₹1,00,00,000.00')
  })

  it('leaves paise out of round amounts', () => {
    expect(roundRupees(50_00_000)).toBe('₹50,000')
  })
})

it('writes a moment in the long Indian form with hour and minute', () => {
  expect(longDate(new Date(2026, 10, 21, 16, 5))).toMatch(/^21 November 2026.*0?4:05 pm$/i)
})

it('counts in words that agree', () => {
  expect(count(1, 'result')).toBe('1 result')
  expect(count(0, 'result')).toBe('0 results')
  expect(count(2, 'category', 'categories')).toBe('2 categories')
})
