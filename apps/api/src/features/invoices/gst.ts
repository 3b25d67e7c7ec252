/** The state's half of the tax, and GST registration numbers (GSTIN). */
import { type IndianState, stateOfCode } from '@haat/contract/indian-states'

/** Union territories without a legislature, by code: their half of the tax is UTGST, not SGST. */
const TERRITORIES: readonly string[] = ['04', '26', '31', '35', '38']

/** What the state's half of the tax is called. */
export const stateTaxOf = (state: IndianState | null): 'SGST' | 'UTGST' =>
  state && TERRITORIES.includes(state.gst_code) ? 'UTGST' : 'SGST'

/** Rates of GST in India, in percent. */
export const GST_RATES: readonly number[] = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 18, 40]
/** Rates that ended on 22 September 2025. A few goods, such as some bricks and tobacco, kept them for longer. */
export const ENDED_GST_RATES: readonly number[] = [12, 28]

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, computed from the fourteen before it. */
export function checkCharacter(first14: string): string {
  const sum = Array.from(first14.slice(0, 14), (character, index) => {
    const product = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return Math.floor(product / 36) + (product % 36)
  }).reduce((total, part) => total + part, 0)
  return CHARACTERS[(36 - (sum % 36)) % 36] ?? ''
}

/** What is wrong with a GSTIN, without the last full stop, or null. It cannot tell whether the number was ever issued. */
export function faultOfGstin(gstin: string): string | null {
  if (!GSTIN.test(gstin)) return `The GSTIN ${gstin} does not look like 29ABCDE1234F1ZW`
  if (stateOfCode(gstin.slice(0, 2)) === null)
    return `The GSTIN ${gstin} begins with ${gstin.slice(0, 2)}, which is not the code of a state`
  return gstin.endsWith(checkCharacter(gstin))
    ? null
    : 'This GSTIN has a typing mistake. Copy it from your GST certificate'
}
