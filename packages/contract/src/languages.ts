/** The languages of the storefront, and how a browser says which one its shopper has chosen. */

/** Each by its own name, with the locale of its dates and numbers. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-IN' },
  hi: { name: 'हिन्दी', locale: 'hi-IN' },
  ta: { name: 'தமிழ்', locale: 'ta-IN' },
} as const
export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]]

/** The cookie of the language chosen in the header. */
export const LANGUAGE_COOKIE = 'language'

/** The parameter of an address in one language: search engines know such pages. */
export const LANGUAGE_PARAMETER = 'lang'
