/** Reads XML feeds (RSS or Atom): a column for each attribute that occurs in an item. */
import { createReadStream } from 'node:fs'
import { Parser } from 'htmlparser2'
import type { RowSource } from './csv-files.ts'
import { UserError } from '../../user-error.ts'

const FEED_MAX = 30 * 1024 * 1024
const COLUMNS_MAX = 100
/** Far deeper than the tags of a feed: the parser takes longer for each one within others. */
const DEPTH_MAX = 100

interface Item {
  line: number
  /** By attribute. One that occurs several times has several lines. */
  texts: Map<string, string>
}

/**
 * @param onBytes called with the size of each chunk that was read
 * @throws UserError when the feed has no items, is cut short or is too large
 */
export async function readFeed(file: string, onBytes: (bytes: number) => void): Promise<RowSource> {
  const items = await readItems(file, onBytes)
  const columns = [...new Set(items.flatMap(({ texts }) => [...texts.keys()]))].slice(0, COLUMNS_MAX)
  if (columns.length === 0) throw new UserError('The feed has no items.')
  const rows = items.map(({ line, texts }) => ({
    line,
    cells: columns.map((name) => texts.get(name)?.trim() ?? ''),
  }))
  return { columns, titles: '', rows: inChunks(rows), notes: [] }
}

async function* inChunks<Item>(items: Item[]): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += 1000) yield items.slice(start, start + 1000)
}

async function readItems(file: string, onBytes: (bytes: number) => void): Promise<Item[]> {
  const items: Item[] = []
  const open: string[] = []
  let [line, size] = [1, 0]
  let attribute: { name: string; text: string } | null = null
  const isItem = (name: string | undefined): boolean => /^(item|entry)$/i.test(name ?? '')
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (isItem(name)) items.push({ line, texts: new Map() })
        else if (isItem(open.at(-1))) attribute = { name: name.toLowerCase().replace(/^g:/, ''), text: '' }
        open.push(name)
        if (open.length > DEPTH_MAX)
          throw new UserError(`The feed is cut short or damaged near line ${line}.`)
      },
      ontext: (text) => {
        line += text.split('\n').length - 1
        if (attribute) attribute.text += text
      },
      oncomment: (text) => {
        line += text.split('\n').length - 1
      },
      onclosetag: (_, isImplied) => {
        if (isImplied) throw new UserError(`The feed is cut short or damaged near line ${line}.`)
        open.pop()
        if (!attribute || !isItem(open.at(-1))) return
        const { texts } = items.at(-1)!
        const before = texts.get(attribute.name)
        texts.set(attribute.name, before === undefined ? attribute.text : `${before}\n${attribute.text}`)
        attribute = null
      },
    },
    { xmlMode: true },
  )
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    size += chunk.length
    if (size > FEED_MAX)
      throw new UserError('The feed is larger than 30 MiB. Split it, or save it as TSV or CSV.')
    parser.write(decode(utf8, chunk))
  }
  parser.end()
  return items
}

function decode(utf8: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return utf8.decode(chunk, { stream: true })
  } catch {
    throw new UserError('The feed is not in UTF-8.')
  }
}
