/** The language of who asks: the one that was chosen, else the first of the browser's that the shop speaks. */
import { type Language, LANGUAGE_COOKIE, LANGUAGES } from '@haat/contract/languages'
import { parseCookie } from 'cookie'

/** What a reply depends on that is in the language of who asks. */
export const VARIES = 'accept-encoding, accept-language, cookie'

const spoken = (tag: string | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === tag?.trim().slice(0, 2).toLowerCase())

/** @param headers of a request */
export function languageOf(headers: { cookie?: string; 'accept-language'?: string }): Language {
  const chosen = spoken(parseCookie(headers.cookie ?? '')[LANGUAGE_COOKIE])
  if (chosen) return chosen
  const wanted = (headers['accept-language'] ?? '').slice(0, 200).split(',')
  return wanted.map((tag) => spoken(tag.split(';')[0])).find((language) => language !== undefined) ?? 'en'
}
