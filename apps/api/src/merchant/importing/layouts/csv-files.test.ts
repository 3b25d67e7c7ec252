import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRecords } from './csv-files.ts'

/** The records of a text that is read in chunks which end at these places, up to an error. */
async function recordsOf(text: string, ends: number[] = []) {
  const places = [0, ...ends.toSorted((a, b) => a - b), text.length]
  async function* chunks() {
    yield* places.slice(1).map((end, at) => text.slice(places[at], end))
  }
  const rows: { line: number; cells: string[] }[] = []
  try {
    for await (const chunk of splitRecords(chunks(), ',')) rows.push(...chunk)
    return { rows, error: null }
  } catch (error) {
    return { rows, error: String(error) }
  }
}

const cellsOf = async (text: string) => (await recordsOf(text)).rows.map(({ cells }) => cells)
const linesOf = async (text: string) => (await recordsOf(text)).rows.map(({ line }) => line)

describe('records of a CSV file', () => {
  it('reads quoted commas, line breaks and quotation marks', async () => {
    expect(await cellsOf('a,"b,c",d\n"e\nf","say ""g""",\n')).toEqual([
      ['a', 'b,c', 'd'],
      ['e\nf', 'say "g"', ''],
    ])
  })

  it('takes a quotation mark that does not end its cell for text', async () => {
    expect(await cellsOf('5" pipe,"6" pipe",x\n')).toEqual([['5" pipe', '"6" pipe"', 'x']])
  })

  it('numbers records by the line on which they begin, past empty lines', async () => {
    expect(await linesOf('a,b\r\n\r\n,\r\n"c\r\nd\n",e\r\nf,g')).toEqual([1, 4, 7])
  })

  it('counts lines that end otherwise than the first one', async () => {
    expect(await linesOf('a,b\nc,d\r\ne,f\r\ng,h')).toEqual([1, 2, 3, 4])
  })

  it('reads the same wherever the chunks end', async () => {
    const piece = fc.constantFrom('a', 'bé', ',', ',', '"', '""', '",', ',"', '\n', '\n', '\r\n', ' ')
    const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(), { maxLength: 4 }), async (text, cuts) => {
        const ends = cuts.map((cut) => cut % (text.length + 1))
        expect(await recordsOf(text, ends)).toEqual(await recordsOf(text))
      }),
    )
  })

  it.each([
    ['a quotation mark that is never closed', '"c,d\ne,f\n'],
    ['a quoted cell that is too long', `"${'x'.repeat(1024 * 1024 + 100)}"\n`],
    ['a record that is too long', `${'x,'.repeat(1024 * 1024 + 100)}\n`],
  ])('reads the rows above %s and names its line', async (_, record) => {
    const { rows, error } = await recordsOf(`"a\nb",1\n\n${record}`)
    expect(rows.map(({ line }) => line)).toEqual([1])
    expect(error).toContain('A quotation mark is opened and never closed (near line 4).')
  })
})
