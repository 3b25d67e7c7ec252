/** Markup of parts that pages share, by `Part`'s name and data: the server renders and encodes each of them once. */
import type { PartMarks } from './ui/part.tsx'

const MAX_BYTES = 8 * 1024 * 1024

const remember = (settings: string) => ({
  settings,
  bytes: 0,
  parts: new Map<string, Uint8Array>(),
  /** A number for each text of an object, which makes keys short. */
  numbers: new Map<string, number>(),
  /** The same by object: pages share what replies contain. */
  numbersOfObjects: new WeakMap<object, number>(),
})
type Memory = ReturnType<typeof remember>

let known = remember('')

/** A mark in the markup, with its part's number. */
const MARK = /<wbr data-(part|end|known)="(\d+)"\/>/

function numberOf(data: object, memory: Memory): number {
  const seen = memory.numbersOfObjects.get(data)
  if (seen !== undefined) return seen
  const text = JSON.stringify(data)
  const number = memory.numbers.get(text) ?? memory.numbers.size
  if (number === memory.numbers.size) memory.bytes += 2 * text.length
  memory.numbers.set(text, number)
  memory.numbersOfObjects.set(data, number)
  return number
}

/** The same for the same data. */
function keyOf(data: unknown, memory: Memory): string {
  if (Array.isArray(data)) return `[${data.map((item) => keyOf(item, memory)).join()}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? ''
  return `#${numberOf(data, memory)}`
}

/**
 * The parts of one page. A part may contain others.
 *
 * @param settings the shop's settings, on which every part depends
 */
export function partsWith(settings: string) {
  if (known.settings !== settings || known.bytes > MAX_BYTES) known = remember(settings)
  const memory = known
  const parts: { key: string; markup: Uint8Array | undefined }[] = []
  const keep = (key: string, markup: Uint8Array): void => {
    if (memory.parts.has(key)) return
    memory.parts.set(key, markup)
    memory.bytes += 2 * key.length + markup.length
  }
  return {
    marksOf(name: string, of: unknown): PartMarks {
      const key = name + keyOf(of, memory)
      const markup = memory.parts.get(key)
      const id = parts.push({ key, markup }) - 1
      return markup === undefined
        ? { isKnown: false, before: <wbr data-part={id} />, after: <wbr data-end={id} /> }
        : { isKnown: true, before: <wbr data-known={id} />, after: null }
    },
    /** The markup without marks, with all parts and in pieces. Keeps the parts that were not known. */
    complete(markup: string): Uint8Array[] {
      const [first = '', ...rest] = markup.split(MARK)
      const pieces: Uint8Array[] = [Buffer.from(first)]
      /** Where the parts begin that have not ended yet. */
      const starts: number[] = []
      for (let at = 0; at < rest.length; at += 3) {
        const part = parts[Number(rest[at + 1])]
        if (rest[at] === 'known' && part?.markup) pieces.push(part.markup)
        if (rest[at] === 'part') starts.push(pieces.length)
        if (rest[at] === 'end' && part) keep(part.key, Buffer.concat(pieces.slice(starts.pop())))
        pieces.push(Buffer.from(rest[at + 2] ?? ''))
      }
      return pieces
    },
  }
}
