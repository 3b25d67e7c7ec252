/** GST registration numbers: two digits for the state, a PAN, a count, `Z` and a check character. */
import { stateOfCode } from './gst-states.ts'

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, made from the fourteen before it. */
export function checkCharacter(first14: string): string {
  const sum = Array.from(first14.slice(0, 14), (character, index) => {
    const product = DIGITS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return Math.floor(product / 36) + (product % 36)
  }).reduce((total, part) => total + part, 0)
  return DIGITS[(36 - (sum % 36)) % 36] ?? ''
}

/** What is wrong with a GSTIN, or null when it can be one. Whether it was ever issued only the tax office knows. */
export function faultOfGstin(gstin: string): string | null {
  if (!GSTIN.test(gstin)) return 'does not look like 29ABCDE1234F1Z5'
  if (stateOfCode(gstin.slice(0, 2)) === null) return `names no state by ${gstin.slice(0, 2)}`
  const expected = checkCharacter(gstin)
  return gstin.endsWith(expected) ? null : 'is mistyped: its last character does not fit the others'
}
