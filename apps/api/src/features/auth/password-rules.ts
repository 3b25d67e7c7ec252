/** Passwords that a shop in production accepts from nobody, because an attacker tries them first. */
import { t } from '#say'
import { foldSubstitutes } from '../../secrets.ts'

/** What an attacker knows about an account, and where. */
export interface KnownFacts {
  name: string
  email: string
  phone_number: string
  shop: { names: readonly string[]; emails: readonly string[]; phones: readonly string[] }
}

/** A date, or a few digits and signs, before and after a word. */
const AFFIXES = /^\P{L}{1,8}|\P{L}{1,8}$/gu

/** Letters and digits alone, in lower case. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The words that a password may have been made of by signs for letters, by digits around it or by repetition. */
const wordsIn = (password: string): string[] =>
  [password, password.replaceAll(AFFIXES, '')]
    .flatMap((text) => [text, foldSubstitutes(text)])
    .map((text) => plain(text).replace(/^(.+?)\1+$/su, '$1'))

/** Shorter words are part of too many others. */
const SHORTEST = 3

/** The parts of names and addresses, and how they are written in one. */
function knownWords({ name, email, phone_number, shop }: KnownFacts): string[] {
  const texts = [name, email, ...shop.names, ...shop.emails]
  const words = texts.flatMap((text) => [text, text.split('@')[0]!, ...text.split(/[\s\p{P}]+/u)])
  const phones = [phone_number, ...shop.phones].map((phone) => phone.replaceAll(/\D/g, '').slice(-10))
  return [...phones, ...words.flatMap(wordsIn)]
    .filter((word) => word.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
}

/** Whether nothing is left of the password but digits when the known words are taken out: `AshaRao#2026`. */
function isPersonal(password: string, facts: KnownFacts): boolean {
  const known = knownWords(facts)
  return wordsIn(password).some((word) => {
    const rest = known.reduce((left, text) => left.replaceAll(text, ' '), word)
    return rest !== word && !/\p{L}/u.test(rest)
  })
}

/** Common words of India that lists of leaked passwords miss. */
const INDIAN_WORDS =
  `dhoni kohli virat neha pooja priya aarav jaishreeram radheradhe omsairam mummypapa kolkata bengaluru hyderabad pune
  ahmedabad jaipur lucknow kanpur nagpur indore patna surat kochi bhopal varanasi`.split(/\s+/)

/** Words of 50,000 leaked passwords. Loaded when it is needed first: most processes set no password. */
let commonWords: Promise<ReadonlySet<string>> | undefined
async function loadCommonWords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = [...dictionary['passwords-common'], ...INDIAN_WORDS].map(String)
  return new Set(words.flatMap(wordsIn).filter((word) => word.length >= SHORTEST))
}

/** Why a new password is refused, as a sentence for the customer, or null for one that is accepted. */
export async function refusalOf(password: string, facts: KnownFacts): Promise<string | null> {
  const text = password.normalize('NFKC').toLowerCase().trim()
  if (isPersonal(text, facts))
    return t`The password must not be your name, your email, your phone number or the name of the shop.`
  commonWords ??= loadCommonWords()
  const common = await commonWords
  return wordsIn(text).some((word) => word.length < SHORTEST || common.has(word))
    ? t`This password is easily guessed. Please choose a longer or less common one.`
    : null
}
