import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandCss, contrast, DEFAULT_BRAND, faultsOfColours, paletteOf, PRESETS } from './brand.ts'

const { colours } = DEFAULT_BRAND

it('the default is what the stylesheet has', () => {
  const css = readFileSync(join(import.meta.dirname, '../../ui/src/tokens.css'), 'utf8')
  for (const [name, value] of Object.entries(paletteOf(colours)))
    expect(css).toContain(`--color-${name}: ${value};`)
  expect(brandCss(DEFAULT_BRAND)).toBe('')
})

it('contrast is measured as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it.each(Object.entries(PRESETS))('%s can be read, and its edges are seen', (_, look) => {
  expect(faultsOfColours(look.colours)).toEqual([])
  const palette = paletteOf(look.colours)
  expect(contrast(palette['line-strong'], palette.card)).toBeGreaterThanOrEqual(3)
  expect(contrast(palette.paper, palette['peacock-deep'])).toBeGreaterThanOrEqual(4.5)
})

describe('colours that cannot be read', () => {
  it.each([
    ['main', '#ffcc00'],
    ['main', '#6aa9b4'],
    ['accent', '#7a1f1f'],
    ['accent', '#0c4a57'],
    ['paper', '#332211'],
    ['paper', '#b0b0b0'],
  ] as const)('%s %s is refused, and the nearest that passes is accepted', (part, colour) => {
    const [fault] = faultsOfColours({ ...colours, [part]: colour }).filter((one) => one.part === part)
    expect(fault?.message).toMatch(
      /^The contrast of .+ is [\d.]+; it needs [\d.]+\. The nearest that passes is #/,
    )
    const mended = faultsOfColours({ ...colours, [part]: fault!.nearest! })
    expect(mended.filter((one) => one.part === part)).toEqual([])
  })

  it('the nearest is a shade of the same colour, not black', () => {
    const [fault] = faultsOfColours({ ...colours, main: '#b8860b' })
    expect(contrast(fault!.nearest!, '#000000')).toBeGreaterThan(2)
  })
})
