/**
 * The server's texts in the language of who reads them: English stands in the code, the other languages in assets/locales.
 * `pnpm --dir apps/api messages` finds the texts, because they look like those of Lingui's macros.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, LANGUAGES } from '@haat/contract/languages'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parsePo } from 'pofile-ts'
import { PACKAGE } from './package-folder.ts'

const current = new AsyncLocalStorage<Language>()

/** Does something whose texts are in a language, such as one request or one mail. */
export const speaking = <T>(language: Language, work: () => T): T => current.run(language, work)

export const languageNow = (): Language => current.getStore() ?? 'en'
/** Of dates and numbers. */
export const localeNow = (): string => LANGUAGES[languageNow()].locale

type Cases = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

class Plural {
  readonly count: number
  readonly cases: Cases

  constructor(count: number, cases: Cases) {
    this.count = count
    this.cases = cases
  }
}

/** A part of a text that depends on a number, which `#` stands for: `plural(n, { one: '# day', other: '# days' })`. */
export const plural = (count: number, cases: Cases): Plural => new Plural(count, cases)

type Value = string | number | Plural

const drawPlural = ({ count, cases }: Plural, locale: string): string =>
  (cases[new Intl.PluralRules(locale).select(count)] ?? cases.other).replaceAll(
    '#',
    new Intl.NumberFormat(locale).format(count),
  )

/** A text in the language of who reads it. */
export function t(strings: readonly string[], ...values: Value[]): string {
  const language = languageNow()
  const found = language === 'en' ? undefined : translationsIn(language).get(keyOf(strings, values))
  const parts = found ?? strings.flatMap((text, at): Part[] => (at < values.length ? [text, { at }] : [text]))
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = values[part.at] ?? ''
      const { count } = value instanceof Plural ? value : {}
      const own = part.cases && count !== undefined ? plural(count, part.cases) : value
      const locale = found ? LANGUAGES[language].locale : 'en-IN'
      return own instanceof Plural ? drawPlural(own, locale) : String(own)
    })
    .join('')
}

/**
 * The same of an English text that was made elsewhere, such as the message of a schema or a note of an order's timeline;
 * without a translation it stays.
 */
export function translated(text: string): string {
  const language = languageNow()
  if (language === 'en') return text
  const known = translationsIn(language)
  for (const key of known.has(text) ? [text] : known.keys()) {
    const parts = key.split(HOLE)
    const values = valuesIn(text, parts)
    if (values) return t(parts, ...values)
  }
  return text
}

/** What stands between these parts of a text; null for another text. */
function valuesIn(text: string, parts: readonly string[]): string[] | null {
  const [first = '', ...others] = parts
  if (!text.startsWith(first)) return null
  let from = first.length
  const values: string[] = []
  for (const [index, part] of others.entries()) {
    const at = index === others.length - 1 ? text.length - part.length : text.indexOf(part, from)
    if (at < from || !text.startsWith(part, at)) return null
    values.push(text.slice(from, at))
    from = at + part.length
  }
  return from === text.length ? values : null
}

/** A part of a translation: text, or the value at a place of the English text, with its plural in this language. */
type Part = string | { at: number; cases?: Cases }

const HOLE = '\u0001'
const keyOf = (strings: readonly string[], values: readonly Value[]): string =>
  strings
    .map((text, at) => {
      const value = values[at]
      return at < values.length ? text + HOLE + (value instanceof Plural ? value.cases.other : '') : text
    })
    .join('')

const textOf = (tokens: unknown): string => (Array.isArray(tokens) ? tokens.join('') : String(tokens))

const keyOfTokens = (tokens: ReturnType<typeof compileMessage>): string =>
  tokens
    .map((token) =>
      typeof token === 'string' ? token : HOLE + (token[2] ? textOf(Object(token[2]).other) : ''),
    )
    .join('')

/** Translations by the key of their English text, the longest first. Placeholders go by their place in it. */
function readTranslations(language: Language): Map<string, Part[]> {
  const po = parsePo(readFileSync(join(PACKAGE, `assets/locales/${language}.po`), 'utf8'))
  const rows = po.items.flatMap(({ msgid, msgstr: [translation = ''] }) => {
    if (translation === '') return []
    const english = compileMessage(msgid)
    const names = english.flatMap((token) => (typeof token === 'string' ? [] : [token[0]]))
    const parts = compileMessage(translation).map((token): Part => {
      if (typeof token === 'string') return token
      const at = names.indexOf(token[0])
      const cases = Object.entries(Object(token[2])).map(([name, tokens]) => [name, textOf(tokens)] as const)
      return cases.length === 0 ? { at } : { at, cases: { other: '', ...Object.fromEntries(cases) } }
    })
    return [[keyOfTokens(english), parts] as const]
  })
  // `Only 3 of Rope left in stock.` fits `Only {available} left in stock.` too.
  return new Map(rows.toSorted(([a], [b]) => b.length - a.length))
}

const catalogues = new Map<Language, Map<string, Part[]>>()

function translationsIn(language: Language): Map<string, Part[]> {
  const known = catalogues.get(language) ?? readTranslations(language)
  catalogues.set(language, known)
  return known
}
