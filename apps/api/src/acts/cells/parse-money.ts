/** Reads amounts as people write them, in files and on the command line. */
import { PAISE_MAX, toPaise } from '@haat/contract/money'

export type Parsed<T> = { value: T } | { reason: string }

const PLAIN_NUMBER = /^\d+(\.\d+)?$/
export const GROUPED_NUMBER = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d+)?$/
/** Other countries' way to write amounts: 1.299,00 and 1.500.000. */
const POINTS_AND_COMMA = /^(\d+|\d{1,3}(\.\d{3})+)(,\d{1,2})?$/
/** Three decimals of a number that could be thousands: 1.500 is 1500 in many countries. */
export const MAY_BE_THOUSANDS = /^[1-9]\d{0,2}(,\d{2,3})*\.\d{3}$/
/** What stands around amounts, such as "MRP ₹ 48/- only". */
const RUPEE_SIGNS =
  /^(mrp|@)?[\s:]*(₹|rs\.?|inr|रु\.?|रू\.?)?\s*|\s*(₹|rs\.?|inr|rupees|रु\.?|रू\.?|रुपये|रुपए)?\s*(\/-)?\s*(only)?$/gi
const FORMULA_ERROR = /^#(n\/a|ref!|value!|div\/0!|name\?|null!|num!)/i
const OTHER_CURRENCY = /[$€£¥]|\b(usd|eur|gbp|aed|cny|jpy)\b/i

/** An amount as people write it (`₹1,299.00`, `Rs. 85.5`, `499 INR`), in paise. */
export function parseMoney(text: string): Parsed<number> {
  let number = text
  if (!PLAIN_NUMBER.test(text)) {
    if (FORMULA_ERROR.test(text)) return { reason: `The formula of the cell has an error: ${text}` }
    if (OTHER_CURRENCY.test(text)) return { reason: 'Amounts must be in rupees' }
    number = text.replaceAll(RUPEE_SIGNS, '')
    if (POINTS_AND_COMMA.test(number) && !GROUPED_NUMBER.test(number))
      return { reason: 'Decimals follow a point, not a comma, and thousands need no sign: write 1299.00' }
    if (number === '' || !GROUPED_NUMBER.test(number))
      return { reason: 'Give an amount of 0 or more, such as 499' }
  }
  if (MAY_BE_THOUSANDS.test(number)) return { reason: 'Ambiguous with three decimals: write 1500 or 1.50' }
  number = number.replaceAll(',', '')
  const [, decimals = ''] = number.split('.')
  if (decimals.replace(/0+$/, '').length > 2) return { reason: 'More than two decimals' }
  const paise = toPaise(Number(number))
  return paise > PAISE_MAX ? { reason: 'Too large' } : { value: paise }
}
