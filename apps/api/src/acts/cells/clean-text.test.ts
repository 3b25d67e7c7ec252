import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeCell, guardCell, unguardCell } from './columns.ts'
import { cleanLine, cleanText, htmlToText, textToHtml } from './clean-text.ts'

describe('cleaning', () => {
  it('joins lines, odd spaces and controls into single spaces', () => {
    expect(cleanLine(' Peanut\u00a0Butter \r\nCreamy\t\u0000 ')).toBe('Peanut Butter Creamy')
  })

  it('keeps the joiners of Indian scripts and drops other invisible characters', () => {
    expect(cleanLine('क्\u200dष \u200bचाय\ufeff')).toBe('क्\u200dष चाय')
  })

  it('keeps paragraphs, one empty line apart', () => {
    expect(cleanText('One \r\n\r\n\r\n\r\nTwo\u000b  more\n')).toBe('One\n\nTwo more')
  })
})

describe('HTML', () => {
  it('becomes paragraphs, lines and bullets', () => {
    const html = '<p>Warm &amp; dry.<br>Light.</p><ul><li>Wool</li><li>Zip</li></ul><script>alert(1)</script>'
    expect(htmlToText(html)).toBe('Warm & dry.\nLight.\n\n• Wool\n• Zip')
  })

  it('loses scripts, frames and handlers', () => {
    const text = htmlToText('<img src=x onerror=alert(1)><iframe src="//evil"></iframe>Tea<style>p{}</style>')
    expect(text).toBe('Tea')
  })

  it('is the reverse of textToHtml()', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 50 }), (a, b) => {
        const text = cleanText(`${a}\n${b}\n\n${a}`)
        expect(htmlToText(textToHtml(text))).toBe(text)
      }),
    )
  })
})

describe('cells that a spreadsheet would run', () => {
  it.each(['=1+1', '+91', '-5', '@x', '\tx', '\rx', '\n=x', '＝x', '＋x', '－x', '＠x', "'=x", "''@x"])(
    'guards %j',
    (cell) => {
      expect(guardCell(cell)).toBe(`'${cell}`)
    },
  )

  it('are the only ones changed, and every cell can be restored', () => {
    expect(guardCell("'tis")).toBe("'tis")
    const cell = fc.tuple(fc.constantFrom('', "'", "''", '=', "'=", '@', "''-"), fc.string())
    fc.assert(
      fc.property(cell, ([start, rest]) => {
        expect(unguardCell(guardCell(start + rest))).toBe(start + rest)
        expect(unguardCell(codeCell(start + rest))).toBe(start + rest)
      }),
    )
    expect(unguardCell(codeCell('0401'))).toBe('0401')
  })
})
