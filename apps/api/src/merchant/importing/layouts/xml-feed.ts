/** Reads XML feeds (RSS or Atom) one item at a time: a column for each attribute that occurs in an item. */
import { createReadStream } from 'node:fs'
import { Parser } from 'htmlparser2'
import type { RowSource } from './csv-files.ts'
import type { SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const ITEM_MAX = 1024 * 1024
const COLUMNS_MAX = 100
const ITEM = /^(item|entry)$/i

/**
 * The columns must be known before the rows, so the file is read twice.
 *
 * @param onBytes called with the size of each chunk that was read for the rows
 * @throws UserError when the feed has no items, is cut short or an item is larger than 1 MiB
 */
export async function readFeed(file: string, onBytes: (bytes: number) => void): Promise<RowSource> {
  const columns: string[] = []
  let isEmpty = true
  for await (const items of readItems(file, columns, () => undefined)) isEmpty &&= items.length === 0
  if (isEmpty || columns.length === 0) throw new UserError('The feed has no items.')
  return { columns, rows: readItems(file, columns, onBytes) }
}

/** @param columns gets the attributes of the items */
async function* readItems(
  file: string,
  columns: string[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<SourceRow[]> {
  const items = itemParser(columns)
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length)
    yield items.write(decode(utf8, chunk as Buffer))
  }
  items.end()
}

function decode(utf8: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return utf8.decode(chunk, { stream: true })
  } catch {
    throw new UserError('The feed is not in UTF-8.')
  }
}

interface Item {
  /** How many tags are open around its attributes. */
  depth: number
  line: number
  texts: Map<string, string>
  size: number
}

/** @param columns gets the attributes of the items, up to a hundred */
function itemParser(columns: string[]): { write: (chunk: string) => SourceRow[]; end: () => void } {
  const rows: SourceRow[] = []
  const open: string[] = []
  let item: Item | null = null
  let column: string | null = null
  let chunk = ''
  let chunkStart = 0
  let counted = 0
  let line = 1

  const lineAt = (index: number): number => {
    for (; counted < index; counted += 1) if (chunk.charCodeAt(counted - chunkStart) === 10) line += 1
    return line
  }
  const columnOf = (tag: string): string | null => {
    const name = tag.toLowerCase().replace(/^g:/, '')
    if (!columns.includes(name) && columns.length < COLUMNS_MAX) columns.push(name)
    return columns.includes(name) ? name : null
  }
  const add = (text: string): void => {
    if (!item || column === null || open.length !== item.depth + 1) return
    item.size += text.length
    if (item.size > ITEM_MAX) throw new UserError(`The item on line ${item.line} is too large.`)
    item.texts.set(column, (item.texts.get(column) ?? '') + text)
  }
  const parser = new Parser(
    {
      onopentagname: (name) => {
        open.push(name)
        if (!item && ITEM.test(name))
          item = { depth: open.length, line: lineAt(parser.startIndex), texts: new Map(), size: 0 }
        else if (item && open.length === item.depth + 1) {
          column = columnOf(name)
          // An attribute may occur several times.
          if (column !== null && item.texts.has(column)) add('\n')
        }
      },
      ontext: add,
      onclosetag: (name, isImplied) => {
        if (isImplied || open.at(-1) !== name)
          throw new UserError(`The feed is cut short or damaged near line ${line}: <${name}>.`)
        if (item && open.length === item.depth) {
          const { texts } = item
          rows.push({ line: item.line, cells: columns.map((key) => (texts.get(key) ?? '').trim()) })
          item = null
        }
        open.pop()
      },
    },
    { xmlMode: true },
  )
  return {
    write(text) {
      chunk = text
      parser.write(text)
      lineAt(chunkStart + text.length)
      chunkStart += text.length
      return rows.splice(0)
    },
    end() {
      const unclosed = open.at(-1)
      if (unclosed) throw new UserError(`The feed is cut short: <${unclosed}> is never closed.`)
      parser.end()
    },
  }
}
