/** Which language a page speaks: the one that the server has sent it in. */
import { type Language, LANGUAGE_COOKIE, LANGUAGE_PARAMETER } from '@haat/contract/languages'
import { type Catalogue, speak } from './i18n.ts'

const YEAR_S = 365 * 24 * 60 * 60

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

/** Of the window, before the page loads again in another language. */
export const LANGUAGE_CHOSEN = 'languagechosen'

/** Keeps the choice for the next pages, and loads this one again. */
export function chooseLanguage(chosen: Language): void {
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${YEAR_S}; samesite=lax`
  const here = new URL(window.location.href)
  here.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', here)
  window.dispatchEvent(new Event(LANGUAGE_CHOSEN))
  window.location.reload()
}
