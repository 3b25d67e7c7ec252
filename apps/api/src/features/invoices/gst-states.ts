/** India's states and union territories as GST numbers them. */
interface State {
  code: string
  name: string
  /** A union territory without a legislature: its half of the tax is called UTGST. */
  isTerritory: boolean
}

const state = (code: string, name: string, isTerritory = false): State => ({ code, name, isTerritory })

const STATES: readonly State[] = [
  state('01', 'Jammu and Kashmir'),
  state('02', 'Himachal Pradesh'),
  state('03', 'Punjab'),
  state('04', 'Chandigarh', true),
  state('05', 'Uttarakhand'),
  state('06', 'Haryana'),
  state('07', 'Delhi'),
  state('08', 'Rajasthan'),
  state('09', 'Uttar Pradesh'),
  state('10', 'Bihar'),
  state('11', 'Sikkim'),
  state('12', 'Arunachal Pradesh'),
  state('13', 'Nagaland'),
  state('14', 'Manipur'),
  state('15', 'Mizoram'),
  state('16', 'Tripura'),
  state('17', 'Meghalaya'),
  state('18', 'Assam'),
  state('19', 'West Bengal'),
  state('20', 'Jharkhand'),
  state('21', 'Odisha'),
  state('22', 'Chhattisgarh'),
  state('23', 'Madhya Pradesh'),
  state('24', 'Gujarat'),
  state('26', 'Dadra and Nagar Haveli and Daman and Diu', true),
  state('27', 'Maharashtra'),
  state('29', 'Karnataka'),
  state('30', 'Goa'),
  state('31', 'Lakshadweep', true),
  state('32', 'Kerala'),
  state('33', 'Tamil Nadu'),
  state('34', 'Puducherry'),
  state('35', 'Andaman and Nicobar Islands', true),
  state('36', 'Telangana'),
  state('37', 'Andhra Pradesh'),
  state('38', 'Ladakh', true),
]

/** Other spellings in use, without spaces. */
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

/** Two-letter codes of ISO 3166-2:IN and of number plates. */
const LETTERS =
  'jk01hp02pb03ch04uk05ut05hr06dl07rj08up09br10sk11ar12nl13mn14mz15tr16ml17as18wb19jh20od21or21ct22cg22mp23gj24dn26dd26mh27ka29ga30ld31kl32tn33py34an35tg36ts36ap37la38'

const BY_NAME = new Map<string, string>([
  ...Array.from(
    LETTERS.matchAll(/([a-z]{2})(\d{2})/g),
    ([, letters = '', code = '']) => [letters, code] as const,
  ),
  ...Object.entries(ALIASES),
  ...STATES.map(({ code, name }) => [plain(name), code] as const),
])

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '')
}

/** The state a customer or merchant wrote, or null when it is none of India's. */
export function findState(name: string): State | null {
  const code = BY_NAME.get(plain(name))
  return STATES.find((known) => known.code === code) ?? null
}

/** @param code the two digits a GSTIN begins with */
export const stateOfCode = (code: string): State | null => STATES.find((known) => known.code === code) ?? null
