/** In which language a browser gets a page. */
import {
  LANGUAGE_CODES,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type Language,
} from '@haat/contract/languages'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

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

/** The language of a reply, whichever of them the shop offers. */
export const languageOf = (request: Pick<FastifyRequest, 'url' | 'headers'>): Language =>
  languageFor(request)(LANGUAGE_CODES)

/** @param html a document of the storefront's build, or its beginning, which is in English */
export const inLanguage = (html: string, language: Language): string =>
  html.replace('<html lang="en-IN"', `<html lang="${LANGUAGES[language].locale}"`)
