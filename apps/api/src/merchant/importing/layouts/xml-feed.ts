/** Reads XML feeds (RSS or Atom): a column for each attribute that occurs in an item. */
import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { Parser } from 'htmlparser2'
import { UserError } from '../../user-error.ts'
import type { RowSource } from './csv-files.ts'

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
 * @param onBytes called with the size of the file once it is read
 * @throws UserError when the feed has no items, is cut short or is too large
 */
export async function readFeed(file: string, onBytes: (bytes: number) => void): Promise<RowSource> {
  const { size } = await stat(file)
  if (size > FEED_MAX)
    throw new UserError('The feed is larger than 30 MiB. Split it, or save it as TSV or CSV.')
  const bytes = await readFile(file)
  if (!isUtf8(bytes)) throw new UserError('The feed is not in UTF-8.')
  const items = readItems(new TextDecoder().decode(bytes))
  onBytes(size)
  const columns = [...new Set(items.flatMap(({ texts }) => [...texts.keys()]))].slice(0, COLUMNS_MAX)
  if (columns.length === 0) throw new UserError('The feed has no items.')
  const rows = items.map(({ line, texts }) => ({
    line,
    cells: columns.map((name) => texts.get(name)?.trim() ?? ''),
  }))
  return { columns, titles: '', rows: [rows], notes: [] }
}

const isItem = (name = ''): boolean => /^(item|entry)$/i.test(name)

function readItems(feed: string): Item[] {
  const items: Item[] = []
  const open: string[] = []
  /** The attribute that is open. */
  let text = ''
  let [line, counted] = [1, 0]
  const lineHere = (): number => {
    line += feed.slice(counted, parser.startIndex).split('\n').length - 1
    counted = parser.startIndex
    return line
  }
  const damaged = () => new UserError(`The feed is cut short or damaged near line ${lineHere()}.`)
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (isItem(name)) items.push({ line: lineHere(), texts: new Map() })
        else if (isItem(open.at(-1))) text = ''
        if (open.push(name) > DEPTH_MAX) throw damaged()
      },
      ontext: (part) => void (text += part),
      onclosetag: (tag, isImplied) => {
        if (isImplied) throw damaged()
        open.pop()
        if (isItem(tag) || !isItem(open.at(-1))) return
        const name = tag.toLowerCase().replace(/^g:/, '')
        const { texts } = items.at(-1)!
        texts.set(name, [texts.get(name) ?? [], text].flat().join('\n'))
      },
    },
    { xmlMode: true },
  )
  parser.end(feed)
  return items
}
