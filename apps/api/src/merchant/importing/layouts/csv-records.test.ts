import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvRecords } from './csv-records.ts'

/** The records of a text that is read in chunks which end at these places. */
function recordsOf(text: string, ends: number[] = []) {
  const records = new CsvRecords(',')
  const places = [0, ...ends.toSorted((a, b) => a - b), text.length]
  return places
    .slice(1)
    .flatMap((end, at) => records.read(text.slice(places[at], end), at === places.length - 2))
}

const cellsOf = (text: string, ends?: number[]) => recordsOf(text, ends).map(({ cells }) => cells)

describe('records of a CSV file', () => {
  it('reads quoted commas, line breaks and quotation marks', () => {
    expect(cellsOf('a,"b,c",d\n"e\nf","say ""g""",\n')).toEqual([
      ['a', 'b,c', 'd'],
      ['e\nf', 'say "g"', ''],
    ])
  })

  it('takes a quotation mark that does not end its cell for text', () => {
    expect(cellsOf('5" pipe,"6" pipe",x\n')).toEqual([['5" pipe', '"6" pipe"', 'x']])
  })

  it('numbers records by the line on which they begin, past empty lines', () => {
    expect(recordsOf('a,b\r\n\r\n"c\r\nd",e\r\nf,g').map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('reads like csv-parse, wherever the chunks end', () => {
    const piece = fc.constantFrom('a', 'bc', ',', ',', '"', '""', '",', ',"', '\n', '\n', '\r\n', ' ')
    const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
        const read = (): string[][] | null => {
          try {
            return parse(text, { relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
          } catch {
            return null
          }
        }
        const expected = read()?.filter((cells) => cells.some((cell) => cell !== ''))
        const ends = cuts.map((cut) => cut % (text.length + 1))
        if (expected) expect(cellsOf(text, ends)).toEqual(expected)
        else expect(() => recordsOf(text, ends)).toThrow('never closed')
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['a,b\n"c,d\n', `a,"${'x'.repeat(1024 * 1024)}`])(
    'refuses a quotation mark that is never closed',
    (text) => {
      expect(() => recordsOf(text)).toThrow('A quotation mark is opened and never closed')
    },
  )
})
