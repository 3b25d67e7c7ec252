import { t } from '@lingui/core/macro'
import { monthFirst } from '@haat/contract/arrival-text'
import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import { languageNow, locale } from './i18n.ts'

/** Formats dates in the page's language and the shop's time zone. */
const dateFormat = (options: Intl.DateTimeFormatOptions) => (date: Date) => {
  const text = date.toLocaleString(locale(), {
    ...options,
    // Hindi's short names end in a sign: `दिस॰`.
    ...(options.month && languageNow() === 'hi' && { month: 'long' }),
    // Hindi and Tamil would say AM and PM in Latin letters.
    hourCycle: languageNow() === 'en' ? 'h12' : 'h23',
    timeZone: SHOP_TIME_ZONE,
  })
  return languageNow() === 'ta' ? monthFirst(text) : text
}

const momentFormat = dateFormat({ dateStyle: 'long', timeStyle: 'short' })

/** `21 November 2026 at 4:05 pm`. In Hindi and Tamil without the words around the time, which belong to a sentence. */
export const longDate = (date: Date): string =>
  momentFormat(date).replace(/ (?:को|அன்று)(.+?)(?: बजे)?$/, ',$1')

/** `21 Nov 2026`. */
export const shortDate = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
/** `21 Nov`. */
export const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' })

/** `4:05 pm`. */
export const timeOfDay = dateFormat({ timeStyle: 'short' })

/** India in the page's language; other countries as the merchant wrote them. */
export const countryName = (name: string | null) => (name === 'India' ? t`India` : name)

export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

export const whatsappLink = (phone: string): string =>
  `https://wa.me/91${phone.replace(/\D/g, '').slice(-10)}`

/** A variant's name with its numbers kept to what they count: `UK 8` is not broken. */
export const unbroken = (label: string): string => label.replaceAll(/ (?=\d)/g, '\u00a0')
