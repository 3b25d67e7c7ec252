import { describe, expect, it } from 'vitest'
import { countdown, dealStateAt } from './deal-clock.tsx'

const start = new Date('2026-01-10T00:00:00Z')
const end = new Date('2026-01-12T03:04:05Z')
const values = (until: Date, now: Date) => countdown(until, now.getTime()).map(({ value }) => value)

describe('countdown', () => {
  it('splits the time left into days, hours, minutes and seconds', () => {
    expect(values(end, start)).toEqual([2, 3, 4, 5])
  })

  it('drops the fraction of a second and ends at zero', () => {
    expect(values(end, new Date(end.getTime() - 999))).toEqual([0, 0, 0, 0])
    expect(values(end, new Date(end.getTime() + 60_000))).toEqual([0, 0, 0, 0])
  })
})

describe('dealStateAt', () => {
  it('is null before the first tick', () => {
    expect(dealStateAt({ start_date: start, end_date: end }, 0)).toBeNull()
  })

  it('is active from the first instant of the window up to its last', () => {
    const at = (offset: number, edge: Date) =>
      dealStateAt({ start_date: start, end_date: end }, edge.getTime() + offset)
    expect(at(-1, start)).toBe('not_started')
    expect(at(0, start)).toBe('active')
    expect(at(-1, end)).toBe('active')
    expect(at(0, end)).toBe('expired')
  })
})
