/** The languages that the shop speaks: English is the one that its texts are written in. */
export const LANGUAGES = ['en', 'hi', 'ta'] as const
export type Language = (typeof LANGUAGES)[number]

/** Those that texts are translated into. */
export const OTHER_LANGUAGES = ['hi', 'ta'] as const satisfies Language[]
export type OtherLanguage = (typeof OTHER_LANGUAGES)[number]

/** Each in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', hi: 'हिन्दी', ta: 'தமிழ்' }

/** Holds the language that a shopper has chosen. */
export const LANGUAGE_COOKIE = 'language'
