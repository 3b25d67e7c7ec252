/** Reads amounts as people write them, in files and on the command line. */
import { PAISE_MAX, toPaise } from '@haat/contract/money'

export type Parsed<T> = { value: T } | { reason: string }

const PLAIN_NUMBER = /^\d+(\.\d+)?$/
const GROUPED_NUMBER = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d+)?$/
const RUPEE_SIGNS = /^(₹|rs\.?|inr)\s*|\s*(inr|\/-)$/gi
const OTHER_CURRENCY = /[$€£¥]|\b(usd|eur|gbp|aed|cny|jpy)\b/i

/** An amount as people write it (`₹1,299.00`, `Rs. 85.5`, `499 INR`), in paise. */
export function parseMoney(text: string, unit: 'rupees' | 'paise'): Parsed<number> {
  let number = text
  if (!PLAIN_NUMBER.test(text)) {
    if (OTHER_CURRENCY.test(text)) return { reason: 'Amounts must be in rupees' }
    number = text.replaceAll(RUPEE_SIGNS, '')
    if (number === '' || !GROUPED_NUMBER.test(number))
      return { reason: 'Give an amount of 0 or more, such as 499' }
    number = number.replaceAll(',', '')
  }
  const [whole = '', decimals = ''] = number.split('.')
  const exact = decimals.replace(/0+$/, '')
  if (unit === 'paise' && exact !== '') return { reason: 'Paise must be a whole number' }
  if (exact.length > 2) return { reason: 'More than two decimals' }
  const paise = unit === 'paise' ? Number(whole) : toPaise(Number(number))
  return paise > PAISE_MAX ? { reason: 'Too large' } : { value: paise }
}
