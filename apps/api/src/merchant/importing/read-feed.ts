/** Reads the items of a Google Merchant feed (RSS or Atom) one after the other. */
import { createReadStream } from 'node:fs'
import { Parser } from 'htmlparser2'
import { ImportError, type SourceRow } from './fields.ts'
import { GOOGLE_COLUMNS } from './layouts/google.ts'
import type { Source } from './read-table.ts'

const ITEM_MAX = 1024 * 1024
const ITEMS = new Set(['item', 'entry'])
const plain = (tag: string): string => tag.toLowerCase().replace(/^g:/, '')

/**
 * @param onBytes told how many bytes were read
 * @throws ImportError when the feed is cut short or an item is beyond 1 MiB
 */
export const readFeed = (file: string, onBytes: (bytes: number) => void): Source => ({
  columns: GOOGLE_COLUMNS,
  rows: itemsOf(file, onBytes),
})

async function* itemsOf(file: string, onBytes: (bytes: number) => void): AsyncGenerator<SourceRow> {
  const reader = new ItemReader()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk: Buffer): string => {
    try {
      return utf8.decode(chunk, { stream: true })
    } catch {
      throw new ImportError('The feed is not in UTF-8.')
    }
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length)
    yield* reader.write(decode(chunk as Buffer))
  }
  yield* reader.end()
}

class ItemReader {
  #rows: SourceRow[] = []
  /** Tags that are open. */
  #open: string[] = []
  #item: { depth: number; line: number; texts: Map<string, string>; size: number } | null = null
  #column: string | null = null
  #line = 1
  #counted = 0
  #chunk = ''
  #chunkStart = 0
  readonly #parser: Parser

  constructor() {
    this.#parser = new Parser(
      {
        onopentagname: (name) => this.#opened(name),
        ontext: (text) => this.#text(text),
        onclosetag: (name, implied) => this.#closed(name, implied),
      },
      { xmlMode: true },
    )
  }

  write(chunk: string): SourceRow[] {
    this.#chunk = chunk
    this.#parser.write(chunk)
    this.#countTo(this.#chunkStart + chunk.length)
    this.#chunkStart += chunk.length
    return this.#take()
  }

  end(): SourceRow[] {
    const whole = this.#open.length === 0
    if (!whole) throw new ImportError(`The feed is cut short: <${this.#open.at(-1)}> is never closed.`)
    this.#parser.end()
    return this.#take()
  }

  #take(): SourceRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #countTo(index: number): void {
    for (let at = this.#counted - this.#chunkStart; at < index - this.#chunkStart; at += 1) {
      if (this.#chunk.charCodeAt(at) === 10) this.#line += 1
    }
    this.#counted = Math.max(this.#counted, index)
  }

  #opened(name: string): void {
    this.#open.push(name)
    if (this.#item === null && ITEMS.has(name.toLowerCase())) {
      this.#countTo(this.#parser.startIndex)
      this.#item = { depth: this.#open.length, line: this.#line, texts: new Map(), size: 0 }
    } else if (this.#item && this.#open.length === this.#item.depth + 1) {
      this.#column = GOOGLE_COLUMNS.includes(plain(name)) ? plain(name) : null
      if (this.#column !== null && this.#item.texts.has(this.#column)) this.#text('\n')
    }
  }

  #text(text: string): void {
    if (!this.#item || this.#column === null || this.#open.length !== this.#item.depth + 1) return
    this.#item.size += text.length
    if (this.#item.size > ITEM_MAX) throw new ImportError(`The item on line ${this.#item.line} is too large.`)
    this.#item.texts.set(this.#column, (this.#item.texts.get(this.#column) ?? '') + text)
  }

  #closed(name: string, implied: boolean): void {
    if (implied || this.#open.at(-1) !== name) {
      throw new ImportError(`The feed is cut short or damaged near line ${this.#line}: <${name}>.`)
    }
    if (this.#item && this.#open.length === this.#item.depth) {
      const { line, texts } = this.#item
      this.#rows.push({ line, cells: GOOGLE_COLUMNS.map((column) => (texts.get(column) ?? '').trim()) })
      this.#item = null
    }
    if (this.#item && this.#open.length === this.#item.depth + 1) this.#column = null
    this.#open.pop()
  }
}
