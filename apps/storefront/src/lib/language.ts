/** Which language a page speaks: the one that the server has sent it in. */
import { type Language, LANGUAGE_COOKIE } from '@haat/contract/languages'
import { type Catalogue, speak } from './i18n.ts'

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
