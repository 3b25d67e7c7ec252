/** India's states and union territories: their names, codes and spellings, and the PIN codes of each. */
import { PATTERNS } from './rules.ts'

export interface IndianState {
  name: string
  /** The two digits that GST gives the state. */
  gst_code: string
  /** Letters of ISO 3166-2:IN and of number plates, and other spellings. */
  spellings: readonly string[]
}

const state = (name: string, gst_code: string, ...spellings: string[]): IndianState => ({
  name,
  gst_code,
  spellings,
})

/** By name. The first spelling is the code that `PIN_AREAS` uses. */
export const INDIAN_STATES: readonly IndianState[] = [
  state('Andaman and Nicobar Islands', '35', 'AN', 'Andaman and Nicobar', 'Andaman', 'Nicobar'),
  state('Andhra Pradesh', '37', 'AP', 'Andhra'),
  state('Arunachal Pradesh', '12', 'AR', 'Arunachal'),
  state('Assam', '18', 'AS'),
  state('Bihar', '10', 'BR'),
  state('Chandigarh', '04', 'CH'),
  state('Chhattisgarh', '22', 'CG', 'CT', 'Chattisgarh', 'Chhatisgarh', 'Chattishgarh'),
  state(
    'Dadra and Nagar Haveli and Daman and Diu',
    '26',
    'DH',
    'DN',
    'DD',
    'DNH',
    'DNHDD',
    'Dadra and Nagar Haveli',
    'Daman and Diu',
    'Daman',
    'Diu',
  ),
  state('Delhi', '07', 'DL', 'New Delhi', 'NCT of Delhi', 'National Capital Territory of Delhi', 'Delhi NCR'),
  state('Goa', '30', 'GA'),
  state('Gujarat', '24', 'GJ', 'Gujrat'),
  state('Haryana', '06', 'HR', 'Hariyana'),
  state('Himachal Pradesh', '02', 'HP', 'Himachal'),
  state('Jammu and Kashmir', '01', 'JK', 'J and K', 'Jammu Kashmir'),
  state('Jharkhand', '20', 'JH'),
  state('Karnataka', '29', 'KA', 'Karnatak'),
  state('Kerala', '32', 'KL', 'Keralam'),
  state('Ladakh', '38', 'LA'),
  state('Lakshadweep', '31', 'LD', 'Lakshadweep Islands'),
  state('Madhya Pradesh', '23', 'MP'),
  state('Maharashtra', '27', 'MH', 'Maharastra'),
  state('Manipur', '14', 'MN'),
  state('Meghalaya', '17', 'ML'),
  state('Mizoram', '15', 'MZ'),
  state('Nagaland', '13', 'NL'),
  state('Odisha', '21', 'OD', 'OR', 'Orissa', 'Orisa'),
  state('Puducherry', '34', 'PY', 'Pondicherry'),
  state('Punjab', '03', 'PB'),
  state('Rajasthan', '08', 'RJ'),
  state('Sikkim', '11', 'SK'),
  state('Tamil Nadu', '33', 'TN', 'Tamil Nad', 'Tamilnaadu'),
  state('Telangana', '36', 'TG', 'TS', 'Telengana'),
  state('Tripura', '16', 'TR'),
  state('Uttar Pradesh', '09', 'UP'),
  state('Uttarakhand', '05', 'UK', 'UT', 'Uttaranchal'),
  state('West Bengal', '19', 'WB', 'Bengal'),
]

/**
 * First digits of PIN codes, or a range of them, and the states whose post offices use them, the usual one first. The
 * first line that fits decides, so a few codes stand before the range around them. From the post office directory of
 * the Department of Posts (2025); Telangana's 507 lost mandals to Andhra Pradesh in 2014, and what begins with 9
 * belongs to the army post, which is in every state. What begins with three other digits does not exist.
 */
const PIN_AREAS = `
110 DL
121-127 131-136 HR
140-148 151-152 PB
160055 160059 160062 160071 160103-160104 PB CH
160 CH PB HR
171-177 HP
194 LA
180-182 184-185 190-193 JK
244712-244720 UK
244923-244924 UP UK
247656-247661 247663-247668 247670-247671 UK
247662 UP UK
246701-246764 UP
262308 UK UP
262406 UP
262309-262311 2624-2625 UK
246 248 249 263 UK
201-212 221-233 241-251 261-263 271-277 281-285 UP
301-307 311-314 321-328 331-335 341-345 RJ
362520 362540 362570 396210 396220 DH
396215 396230 396240 DH GJ
396193 396235 GJ DH
360-365 370 380 382-385 387-396 GJ
403 GA
400-403 410-416 421-425 431 440-445 MH
450-458 460-466 470-477 480-488 MP
490-497 CG
507 TG AP
500-509 TG
533464 PY AP
515-518 520-524 530-535 AP
560-563 570-577 580-587 590-591 KA
605102 605105 605111 605501 TN PY
605007 605014 605106-605107 605110 605502 PY TN
605001-605013 PY
607402-607403 609603-609604 PY TN
609601-609607 609609 PY
600-614 620-632 635-639 641-643 TN
673310 PY
682551-682559 LD
670-671 673 676 678-680 682-683 685-686 688-691 695 KL
737 SK
744 AN
700 711-713 721-723 731-737 741-743 WB
751-770 OD
781029 781131 782410 AS ML
781-788 AS
790-792 AR
793-794 ML
795 MN
796 MZ
797-798 NL
799 TR
802131 BR UP
813206 BR JH
813208 JH
814131 BR
814-816 818 822 825-829 831-835 JH
800-805 811-816 818 821-829 831-835 841-848 851-855 BR`

interface PinArea {
  /** Both ends have the same number of digits. */
  ranges: { from: string; to: string }[]
  states: IndianState[]
}

const isState = (found: IndianState | undefined): found is IndianState => found !== undefined

function toPinArea(line: string): PinArea {
  const words = line.split(' ')
  const ranges = words.filter((word) => /\d/.test(word)).map((word) => word.split('-'))
  return {
    ranges: ranges.map(([from = '', to = from]) => ({ from, to })),
    states: words.map((code) => INDIAN_STATES.find(({ spellings }) => spellings[0] === code)).filter(isState),
  }
}

let pinAreas: PinArea[] | undefined

/** States that a PIN code may be in, the usual one first; empty when its digits do not tell. */
export function statesOfPin(pincode: string): IndianState[] {
  pinAreas ??= PIN_AREAS.trim().split('\n').map(toPinArea)
  const area = pinAreas.find(({ ranges }) =>
    ranges.some(({ from, to }) => {
      const digits = pincode.slice(0, from.length)
      return digits >= from && digits <= to
    }),
  )
  return area?.states ?? []
}

const normalize = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '')
    .replace(/^the(?=.)/, '')

let byName: Map<string, IndianState> | undefined

/** Finds a state by its name, a usual spelling or a code; null when India has no such state. */
export function findState(text: string): IndianState | null {
  byName ??= new Map(
    INDIAN_STATES.flatMap((found) =>
      [found.name, ...found.spellings].map((name) => [normalize(name), found] as const),
    ),
  )
  return byName.get(normalize(text)) ?? stateOfCode(text.trim())
}

/** @param code the first two digits of a GSTIN */
export const stateOfCode = (code: string): IndianState | null =>
  INDIAN_STATES.find(({ gst_code }) => gst_code === code) ?? null

/** Whether post offices have PIN codes with these first three digits, or army post, whose codes (90 to 93) no list gives. */
export const isPostal = (pincode: string): boolean =>
  /^9[0-3]/.test(pincode) || statesOfPin(pincode).length > 0

/** What can be wrong with state or PIN code, in English. */
const PROBLEMS = {
  unknown: (state: string): string => `“${state}” is not a state or union territory of India.`,
  missing: (pincode: string): string => `PIN code ${pincode} does not exist.`,
  elsewhere: (pincode: string, places: readonly string[], state: string): string =>
    `PIN code ${pincode} is in ${places.join(' or ')}, not in ${state}.`,
}

/**
 * What is wrong with state or PIN code of an address, and the field that shows it; null when they fit.
 *
 * @param say the sentences, in English without them
 */
export function stateProblem(
  { state, pincode }: { state: string; pincode: string },
  say = PROBLEMS,
): { path: 'state' | 'pincode'; message: string } | null {
  const found = findState(state)
  if (!found) return { path: 'state', message: say.unknown(state) }
  if (PATTERNS.pincode.test(pincode) && !isPostal(pincode))
    return { path: 'pincode', message: say.missing(pincode) }
  const possible = statesOfPin(pincode).map(({ name }) => name)
  if (possible.length === 0 || possible.includes(found.name)) return null
  return { path: 'state', message: say.elsewhere(pincode, possible, found.name) }
}
