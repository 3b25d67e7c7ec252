/** Reads the command lines of a document, so that tests can run them as a reader does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DocumentLine {
  /** For messages, such as `docs/merchant.md:12`. */
  place: string
  /** The command as printed, lines that end in `\` or continue a quotation joined. */
  text: string
  /** What follows `#`; empty without. */
  comment: string
  /** The output that the document shows below the command; `…` stands for any text. */
  shows: string[]
}

export interface ParsedCommand {
  /** `NAME=value` before the command. */
  env: Record<string, string>
  words: string[]
  /** The file after `<`. */
  input: string | null
  /** The file after `>`. */
  output: string | null
}

const ROOT = join(import.meta.dirname, '../../..')

/**
 * The commands in a document's blocks, in order. A block of the language `sh` holds only commands; in one of the language
 * `console`, commands start with `$ ` and the other lines are output. Blocks of other languages are passed over.
 *
 * @param path relative to the project's folder, such as `docs/merchant.md`
 */
export function documentLines(path: string): DocumentLine[] {
  const found: DocumentLine[] = []
  let language: string | null = null
  let open: DocumentLine | null = null
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    const [, fence] = /^```(\w*)\s*$/.exec(line) ?? []
    if (fence !== undefined) language = language === null ? fence : null
    else if (open !== null) open.text += `\n${line}`
    else if (language === 'console' && !line.startsWith('$ ')) found.at(-1)?.shows.push(line)
    else if ((language === 'sh' || language === 'console') && !/^\s*(#.*)?$/.test(line)) {
      open = { place: `${path}:${index + 1}`, text: line.replace(/^\$ /, ''), comment: '', shows: [] }
    }
    if (open === null || isOpen(open.text)) continue
    const comment = commentStart(open.text)
    if (comment !== -1) open.comment = open.text.slice(comment + 1).trim()
    open.text = (comment === -1 ? open.text : open.text.slice(0, comment)).trim()
    found.push(open)
    open = null
  }
  return found
}

/** Quotations as a whole, backslashes with the next character, and all else by character. */
const TOKEN = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[\s\S]/g

/** Whether the next line belongs to the command. */
const isOpen = (text: string): boolean =>
  text.endsWith('\\') || (text.match(TOKEN) ?? []).some((token) => token === "'" || token === '"')

/** Where the comment begins: at a `#` after white space; -1 without. */
function commentStart(text: string): number {
  let at = 0
  let before = ' '
  for (const token of text.match(TOKEN) ?? []) {
    if (token === '#' && /\s/.test(before)) return at
    at += token.length
    before = token
  }
  return -1
}

/**
 * Splits a command into words as a shell does.
 *
 * @param variables values for `$NAME` and `${NAME}` outside of single quotes
 */
export function parseCommand(text: string, variables: Record<string, string> = {}): ParsedCommand {
  const words: string[] = []
  let word: string | null = null
  const expand = (part: string): string =>
    part.replaceAll(/\$\{?([A-Za-z_]\w*)\}?/g, (_, name: string) => variables[name] ?? '')
  for (const token of expandOutsideQuotes(text, expand)) {
    if (/^\s$/.test(token)) {
      if (word !== null) words.push(word)
      word = null
    } else if (token === '\\\n') continue
    else word = (word ?? '') + unquote(token, expand)
  }
  if (word !== null) words.push(word)
  return withoutRedirections(words)
}

function expandOutsideQuotes(text: string, expand: (part: string) => string): string[] {
  const parts = text.split(/('[^']*'|"(?:\\[\s\S]|[^"\\])*")/)
  return parts.flatMap((part) => (/^['"]/.test(part) ? [part] : (expand(part).match(TOKEN) ?? [])))
}

function unquote(token: string, expand: (part: string) => string): string {
  if (token.startsWith("'")) return token.slice(1, -1)
  if (token.startsWith('"')) return expand(token.slice(1, -1)).replaceAll(/\\(["\\$])/g, '$1')
  return token.startsWith('\\') ? token.slice(1) : token
}

function withoutRedirections(all: string[]): ParsedCommand {
  const env: Record<string, string> = {}
  const words: string[] = []
  const files: Record<string, string> = {}
  for (const [index, word] of all.entries()) {
    const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=([\s\S]*)$/.exec(word) ?? []
    if (word === '<' || word === '>') files[word] = all[index + 1] ?? ''
    else if (name !== undefined && words.length === 0) env[name] = value
    else if (all[index - 1] !== '<' && all[index - 1] !== '>') words.push(word)
  }
  return { env, words, input: files['<'] ?? null, output: files['>'] ?? null }
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** Parses a line as printed, with its comment. */
export function documentCommand(line: string, variables: Record<string, string> = {}): ParsedCommand {
  const comment = commentStart(line)
  return parseCommand(comment === -1 ? line : line.slice(0, comment), variables)
}

/** Whether an output has the lines that a document shows, in this order; `…` stands for any text. */
export function hasShownLines(output: string, shows: string[]): boolean {
  const lines = output.split('\n').map((line) => line.trimEnd())
  let from = 0
  return shows.every((shown) => {
    const pattern = shown.trimEnd().split('…').map(escaped).join('.*')
    const at = lines.findIndex((line, index) => index >= from && new RegExp(`^${pattern}$`).test(line))
    from = at + 1
    return at !== -1
  })
}
