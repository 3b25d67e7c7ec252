/** Reads XML feeds (RSS or Atom) one item at a time: a column for each attribute that occurs in an item. */
import { createReadStream } from 'node:fs'
import { DomUtils, parseDocument } from 'htmlparser2'
import type { RowSource } from './csv-files.ts'
import type { SourceRow } from './fields.ts'
import { UserError } from '../../user-error.ts'

const ITEM_MAX = 1024 * 1024
const COLUMNS_MAX = 100

/**
 * The columns must be known before the rows, so the file is read twice.
 *
 * @param onBytes called with the size of each chunk that was read for the rows
 * @throws UserError when the feed has no items, is cut short or an item is larger than 1 MiB
 */
export async function readFeed(file: string, onBytes: (bytes: number) => void): Promise<RowSource> {
  const columns: string[] = []
  for await (const items of readItems(file, () => undefined))
    for (const { texts } of items)
      for (const name of texts.keys())
        if (!columns.includes(name) && columns.length < COLUMNS_MAX) columns.push(name)
  if (columns.length === 0) throw new UserError('The feed has no items.')
  return { columns, titles: '', rows: rowsOf(readItems(file, onBytes), columns), notes: [] }
}

async function* rowsOf(chunks: AsyncIterable<Item[]>, columns: string[]): AsyncGenerator<SourceRow[]> {
  for await (const items of chunks)
    yield items.map(({ line, texts }) => ({ line, cells: columns.map((name) => texts.get(name) ?? '') }))
}

interface Item {
  line: number
  /** By attribute. One that occurs several times has several lines. */
  texts: Map<string, string>
}

const ITEM = /<(item|entry)[\s>][^]*?<\/\1\s*>/gi

/** The items that end in each chunk. */
async function* readItems(file: string, onBytes: (bytes: number) => void): AsyncGenerator<Item[]> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let line = 1
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length)
    const text = rest + decode(utf8, chunk as Buffer)
    const items: Item[] = []
    let end = 0
    for (const match of text.matchAll(ITEM)) {
      line += countLines(text.slice(end, match.index))
      items.push({ line, texts: textsOf(match[0]) })
      line += countLines(match[0])
      end = match.index + match[0].length
    }
    rest = text.slice(end)
    if (rest.length > ITEM_MAX) throw new UserError(`The item on line ${line} is too large.`)
    yield items
  }
  if (!/<\/[^<>]+>\s*$/.test(rest) || /<(item|entry)[\s>]/i.test(rest))
    throw new UserError(`The feed is cut short or damaged near line ${line}.`)
}

function decode(utf8: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return utf8.decode(chunk, { stream: true })
  } catch {
    throw new UserError('The feed is not in UTF-8.')
  }
}

const countLines = (text: string): number => text.split('\n').length - 1

function textsOf(item: string): Map<string, string> {
  const texts = new Map<string, string>()
  const [element] = elementsOf(parseDocument(item, { xmlMode: true }))
  for (const attribute of element ? elementsOf(element) : []) {
    const name = attribute.name.toLowerCase().replace(/^g:/, '')
    const text = DomUtils.textContent(attribute).trim()
    texts.set(name, texts.has(name) ? `${texts.get(name)}\n${text}` : text)
  }
  return texts
}

const elementsOf = ({ children }: Pick<ReturnType<typeof parseDocument>, 'children'>) =>
  DomUtils.getElementsByTagName('*', children, false)
