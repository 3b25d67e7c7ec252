/** Cleans text from files: removes control characters, joins spaces, converts HTML. */
import { Parser } from 'htmlparser2'

// U+200C and U+200D (the joiners) stay: Indian scripts need them.
const NOT_PLAIN = /[^\x21-\x7e ]| {2}|^ | $/
const INVISIBLE = /[\u200b\u200e\u200f\u2060\ufeff\u00ad]/g
const SPACES = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu
const CONTROLS = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}]/gu

/** Returns one trimmed line with single spaces and no control characters. */
export function cleanLine(text: string): string {
  if (!NOT_PLAIN.test(text)) return text
  return text.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ').trim()
}

/** Cleans each line and allows at most one empty line in a row. */
export function cleanText(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return cleanLine(text)
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, ' ')
    .split('\n')
    .map(cleanLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const MARKUP = /<[a-z!/]|&[a-z#]/i
const PARAGRAPH = /^(p|div|ul|ol|table|h[1-6]|blockquote)$/
const LINE = /^(br|li|tr|hr)$/
const HIDDEN = /^(script|style|template|iframe|noscript|head)$/

const TAGS =
  /<\/?(br|p|div|b|i|u|em|strong|span|ul|ol|li|h[1-6]|table|tr|td|a|img|script|style|iframe|font)\b[^>]*>/i
const ENTITIES = /&([a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i

/** Converts a text that contains HTML tags or entities; others stay as they are. */
export function stripMarkup(text: string): string {
  if (TAGS.test(text)) return htmlToText(text)
  return ENTITIES.test(text) ? htmlToText(text.replaceAll(/\r?\n/g, '<br>')) : text
}

const NESTED_MAX = 3

/** One line without HTML tags and entities, also where an export escaped them twice. */
export function plainLine(text: string): string {
  let line = cleanLine(text)
  if (!line.includes('<') && !line.includes('&')) return line
  for (let times = 0; times < NESTED_MAX && (ENTITIES.test(line) || TAGS.test(line)); times += 1)
    line = cleanLine(stripMarkup(line))
  return line
}

/** The visible text of HTML: an empty line between paragraphs, a bullet before list items. */
export function htmlToText(html: string): string {
  if (!MARKUP.test(html)) return cleanText(html)
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (HIDDEN.test(name)) hidden += 1
      if (PARAGRAPH.test(name)) text += '\n\n'
      else if (LINE.test(name)) text += name === 'li' ? '\n• ' : '\n'
      else if (name === 'td' || name === 'th') text += ' '
    },
    ontext: (part) => {
      if (hidden === 0) text += part.replaceAll(/\s+/g, ' ')
    },
    onclosetag: (name) => {
      if (HIDDEN.test(name)) hidden -= 1
      if (PARAGRAPH.test(name)) text += '\n\n'
    },
  })
  parser.end(html)
  return cleanText(text)
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The reverse of htmlToText(): paragraphs and line breaks become tags, the rest is escaped. */
export function textToHtml(text: string): string {
  if (text === '') return ''
  const escaped = text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
  const paragraphs = escaped.split('\n\n').map((paragraph) => paragraph.replaceAll('\n', '<br>'))
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
}
