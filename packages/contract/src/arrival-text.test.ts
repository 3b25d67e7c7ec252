import { expect, it } from 'vitest'
import { arrivalDays, arrivalText, namedDayOf } from './arrival-text.ts'

const twoDays = { from: '2026-12-01', to: '2026-12-02' }

it('names days as readers of each language do, the month once', () => {
  expect(arrivalText(twoDays)).toBe('between Tue 1 and Wed 2 Dec')
  expect(arrivalDays(twoDays, 'hi-IN')).toEqual(['मंगल 1', 'बुध 2 दिसंबर'])
  expect(arrivalDays(twoDays, 'ta-IN')).toEqual(['டிச. 1', '2'])
})

it('names both months of days in two, and one day once', () => {
  expect(arrivalText({ from: '2026-11-30', to: '2026-12-01' })).toBe('between Mon 30 Nov and Tue 1 Dec')
  expect(arrivalDays({ from: '2026-11-30', to: '2026-12-01' }, 'ta-IN')).toEqual(['நவ. 30', 'டிச. 1'])
  expect(arrivalText({ from: '2026-12-01', to: '2026-12-01' })).toBe('by Tue 1 Dec')
  expect(namedDayOf('2026-11-30', 'ta-IN')).toBe('திங்கள், நவ. 30')
})
