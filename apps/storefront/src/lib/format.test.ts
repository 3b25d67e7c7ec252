import { afterEach, describe, expect, it, vi } from 'vitest'

describe('dates', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each(['America/Los_Angeles', 'Pacific/Auckland'])(
    'are those of the shop for a reader in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      vi.resetModules()
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      const { longDate, shortDate, timeOfDay } = await import('./format.ts')
      const moment = new Date('2026-11-20T19:05:00Z')
      const evening = new Date('2026-11-20T14:46:00Z')
      expect([longDate(evening), timeOfDay(evening)]).toEqual(['20 November 2026 at 8:16 pm', '8:16 pm'])
      expect(longDate(moment)).toMatch(/^21 November 2026.*12:35 am$/i)
      expect(shortDate(moment)).toBe('21 Nov 2026')
    },
  )

  it('stand in a Hindi sentence, which says its own words around them, and have 24 hours in Hindi and Tamil', async () => {
    const { speak } = await import('./i18n.ts')
    const { longDate, shortDate, timeOfDay } = await import('./format.ts')
    speak('hi', {})
    expect(longDate(new Date('2026-11-20T19:05:00Z'))).toMatch(/^21 नवंबर 2026, 00:35$/)
    speak('ta', {})
    expect(longDate(new Date('2026-11-20T19:05:00Z'))).toMatch(/^நவம்பர்\u00a021, 2026, 00:35$/)
    expect(shortDate(new Date('2026-11-20T19:05:00Z'))).toBe('நவ.\u00a021, 2026')
    expect(timeOfDay(new Date('2026-11-20T12:05:00Z'))).toBe('17:35')
    speak('en', {})
  })
})

it('numbers in a sentence have their thousands set apart', async () => {
  const { i18n } = await import('./i18n.ts')
  expect(i18n._(['Only ', ['stock'], ' left'], { values: { stock: 12_345 } })).toBe('Only 12,345 left')
})
