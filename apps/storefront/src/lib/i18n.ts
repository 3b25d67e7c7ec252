/** Draws messages in the page's language: Lingui's own runtime is three kilobytes, and every shopper loads it. */
import { type Language, LANGUAGE_COOKIE, LANGUAGES } from '@haat/contract/languages'

type Values = Record<string, unknown>
/** As Lingui compiles it: a placeholder is its name, a plural has a message for each case of the language. */
type Token = string | [name: string] | [name: string, type: 'plural', cases: Record<string, Message>]
type Message = string | Token[]
/** By the English message; by its JSON where that is a list. */
export type Catalogue = Record<string, Message>

let language: Language = 'en'
let catalogue: Catalogue = {}
let figures: Intl.NumberFormat
let plurals: Intl.PluralRules

/** @param messages of languages other than English, whose messages are in the code */
export function speak(next: Language, messages: Catalogue = {}): void {
  catalogue = messages
  if (next === language && figures) return
  language = next
  figures = new Intl.NumberFormat(locale())
  plurals = new Intl.PluralRules(locale())
}

export const languageNow = (): Language => language

/** Of dates and numbers in the page's language. */
export const locale = (): string => LANGUAGES[language].locale

speak('en')

/** @param amount what `#` stands for, inside a plural */
function draw(message: Message, values: Values, amount?: number): string {
  if (typeof message === 'string') return message
  const parts = message.map((token) => {
    if (typeof token === 'string')
      return token === '#' && amount !== undefined ? figures.format(amount) : token
    const [name, , cases] = token
    const value = values[name]
    if (!cases) return typeof value === 'number' ? figures.format(value) : (value ?? '')
    const count = Number(value)
    return draw(cases[count] ?? cases[plurals.select(count)] ?? cases['other'] ?? '', values, count)
  })
  return parts.join('')
}

/** What Lingui's macros call. */
export const i18n = {
  _: (message: Message, { values = {} }: { values?: Values } = {}): string =>
    draw(catalogue[typeof message === 'string' ? message : JSON.stringify(message)] ?? message, values),
}

/** English has no catalogue. */
export async function catalogueOf(language: string): Promise<Catalogue> {
  if (language === 'hi') return (await import('../locales/hi.po')).messages
  if (language === 'ta') return (await import('../locales/ta.po')).messages
  return {}
}

/** Speaks the language in which the server has sent the document; Vite's, which sends English, leaves it to the cookie. */
export async function speakAsDocument(): Promise<void> {
  const chosen = import.meta.env.DEV && document.cookie.split(`${LANGUAGE_COOKIE}=`)[1]
  const sent = (chosen || document.documentElement.lang).slice(0, 2) as Language
  speak(sent, await catalogueOf(sent))
}
