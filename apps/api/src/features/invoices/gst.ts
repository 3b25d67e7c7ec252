/** Indian states by name or GST code, and GST registration numbers (GSTIN). */
import { INDIAN_STATES, type IndianState } from '@haat/contract/indian-states'

/** Union territories without a legislature, by code: their half of the tax is UTGST, not SGST. */
const TERRITORIES: readonly string[] = ['04', '26', '31', '35', '38']

/** Other common spellings, without spaces. */
const ALIASES: Record<string, string> = {
  newdelhi: '07',
  nctofdelhi: '07',
  delhincr: '07',
  orissa: '21',
  uttaranchal: '05',
  chattisgarh: '22',
  chhatisgarh: '22',
  pondicherry: '34',
  jammukashmir: '01',
  jk: '01',
  tamilnad: '33',
  damananddiu: '26',
  dadraandnagarhaveli: '26',
  andamanandnicobar: '35',
  bengal: '19',
}

/** Two-letter codes of ISO 3166-2:IN and of number plates, each followed by the GST code. */
const LETTERS =
  'jk01hp02pb03ch04uk05ut05hr06dl07rj08up09br10sk11ar12nl13mn14mz15tr16ml17as18wb19jh20od21or21ct22cg22mp23gj24dn26dd26mh27ka29ga30ld31kl32tn33py34an35tg36ts36ap37la38'

const CODES = new Map<string, string>([
  ...Array.from(
    LETTERS.matchAll(/([a-z]{2})(\d{2})/g),
    ([, letters = '', code = '']) => [letters, code] as const,
  ),
  ...Object.entries(ALIASES),
  ...INDIAN_STATES.map(({ name, gst_code }) => [normalize(name), gst_code] as const),
])

function normalize(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '')
}

/** Finds the state that a customer or merchant typed; null when India has no such state. */
export const findState = (name: string): IndianState | null => stateOfCode(CODES.get(normalize(name)) ?? '')

/** @param code the first two digits of a GSTIN */
export const stateOfCode = (code: string): IndianState | null =>
  INDIAN_STATES.find(({ gst_code }) => gst_code === code) ?? null

/** What the state's half of the tax is called. */
export const stateTaxOf = (state: IndianState | null): 'SGST' | 'UTGST' =>
  state && TERRITORIES.includes(state.gst_code) ? 'UTGST' : 'SGST'

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

/** What is wrong with a GSTIN, or null. It cannot tell whether the number was ever issued. */
export function faultOfGstin(gstin: string): string | null {
  if (!GSTIN.test(gstin)) return 'does not look like 29ABCDE1234F1Z5'
  if (stateOfCode(gstin.slice(0, 2)) === null)
    return `begins with ${gstin.slice(0, 2)}, which is not the code of a state`
  return gstin.endsWith(checkCharacter(gstin)) ? null : 'is mistyped: its check character is wrong'
}
