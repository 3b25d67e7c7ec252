/** Markup of parts that pages share, by `Part`'s name and data: the server renders and encodes each of them once. */
import type { PartMarks } from './ui/part.tsx'

const MAX_BYTES = 8 * 1024 * 1024

let known = { settings: '', bytes: 0, parts: new Map<string, Uint8Array>() }

/** A mark in the markup, with its part's number. */
const MARK = /<wbr data-(part|end|known)="(\d+)"\/>/

const texts = new WeakMap<object, string>()

/** The data as text. Pages share what replies contain, whose text is made once. */
function textOf(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(textOf).join()}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? ''
  const text = texts.get(data) ?? JSON.stringify(data)
  texts.set(data, text)
  return text
}

/**
 * The parts of one page.
 *
 * @param settings the shop's settings, on which every part depends
 */
export function partsWith(settings: string) {
  if (known.settings !== settings || known.bytes > MAX_BYTES) known = { settings, bytes: 0, parts: new Map() }
  const memory = known
  const parts: { key: string; markup: Uint8Array | undefined }[] = []
  const keep = (key: string, markup: Uint8Array): void => {
    if (memory.parts.has(key)) return
    memory.parts.set(key, markup)
    memory.bytes += 2 * key.length + markup.length
  }
  return {
    marksOf(name: string, of: unknown): PartMarks {
      const key = name + textOf(of)
      const markup = memory.parts.get(key)
      const id = parts.push({ key, markup }) - 1
      return markup === undefined
        ? { isKnown: false, before: <wbr data-part={id} />, after: <wbr data-end={id} /> }
        : { isKnown: true, before: <wbr data-known={id} />, after: null }
    },
    /** The markup without marks, with all parts and in pieces. Keeps the parts that were not known. */
    complete(markup: string): Uint8Array[] {
      const pieces: Uint8Array[] = []
      const [first = '', ...rest] = markup.split(MARK)
      pieces.push(Buffer.from(first))
      for (let at = 0; at < rest.length; at += 3) {
        const part = parts[Number(rest[at + 1])]
        const text = Buffer.from(rest[at + 2] ?? '')
        if (rest[at] === 'known' && part?.markup) pieces.push(part.markup)
        if (rest[at] === 'part' && part) keep(part.key, text)
        pieces.push(text)
      }
      return pieces
    },
  }
}
