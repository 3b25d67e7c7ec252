import { expect, it } from 'vitest'
import { arrivalDays, arrivalText, monthFirst, namedDayOf } from './arrival-text.ts'

const twoDays = { from: '2026-12-01', to: '2026-12-02' }

it('names days as readers of each language do, the month once', () => {
  expect(arrivalText(twoDays)).toBe('between Tue 1 and Wed 2 Dec')
  expect(arrivalDays(twoDays, 'hi-IN')).toEqual(['मंगलवार 1', 'बुधवार 2 दिसंबर'])
  expect(arrivalDays(twoDays, 'ta-IN')).toEqual(['டிச.\u00a01', '2'])
})

it('names both months of days in two, and one day once', () => {
  expect(arrivalText({ from: '2026-11-30', to: '2026-12-01' })).toBe('between Mon 30 Nov and Tue 1 Dec')
  expect(arrivalDays({ from: '2026-11-30', to: '2026-12-01' }, 'ta-IN')).toEqual([
    'நவ.\u00a030',
    'டிச.\u00a01',
  ])
  expect(arrivalText({ from: '2026-12-01', to: '2026-12-01' })).toBe('by Tue 1 Dec')
  expect(namedDayOf('2026-11-30', 'ta-IN')).toBe('திங்கள், நவ.\u00a030')
})

it.each(['30 நவ.', 'நவ. 30'])('names a day alike where Tamil has it as %s', (day) => {
  expect(monthFirst(day)).toBe('நவ.\u00a030')
})
