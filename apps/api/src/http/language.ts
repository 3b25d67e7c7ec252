/** In which language a browser gets a page. */
import {
  LANGUAGE_CODES,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type Language,
} from '@haat/contract/languages'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { speaking } from '../say.ts'

/** Chooses among the languages that the shop offers. */
export type ChooseLanguage = (offered: readonly Language[]) => Language

/** What the address asks for, else what was chosen in the header, else what the browser accepts, else English. */
export const languageFor =
  ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): ChooseLanguage =>
  (offered) => {
    const asked = new URLSearchParams(url.split('?', 2)[1]).get(LANGUAGE_PARAMETER)
    const chosen = parseCookie(headers.cookie ?? '')[LANGUAGE_COOKIE]
    const accepted = new Negotiator({ headers }).languages([...offered])
    const found = [asked, chosen, ...accepted, 'en'].find((wanted) => offered.some((one) => one === wanted))
    return (found as Language | undefined) ?? offered[0] ?? 'en'
  }

/**
 * Headers of a page in a language that its calls would not be answered in, since they follow cookie and browser alone. They
 * hold until the browser is closed: the language may be one that nobody chose.
 */
export const keepLanguage = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  language: Language,
): { 'set-cookie'?: string } => {
  const cookie = { name: LANGUAGE_COOKIE, value: language, path: '/', sameSite: 'lax' } as const
  const isKnown = languageFor({ url: '/', headers })(LANGUAGE_CODES) === language
  return isKnown ? {} : { 'set-cookie': stringifySetCookie(cookie) }
}

/** The language of who asks; the staff's is English. */
export const languageOf = (request: Pick<FastifyRequest, 'url' | 'headers'>): Language =>
  request.url.startsWith('/api/desk/') ? 'en' : languageFor(request)(LANGUAGE_CODES)

/** Lets each request be answered in the language of who asks. */
export function speakAsAsked(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => speaking(languageOf(request), done))
}

/** @param html a document of the storefront's build, or its beginning, which is in English */
export const inLanguage = (html: string, language: Language): string =>
  html.replace('<html lang="en-IN"', `<html lang="${LANGUAGES[language].locale}"`)
