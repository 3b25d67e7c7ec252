/** Passwords that a shop in production accepts from nobody, because an attacker tries them first. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from '../../package-folder.ts'
import { foldSubstitutes } from '../../secrets.ts'

const TOO_COMMON = 'This password is one of the most common ones. Please choose another one.'
const REPEATED = 'The password must not repeat one character.'
const PERSONAL = 'The password must not be your name, your email, your phone number or the name of the shop.'

/** Letters and digits alone, in lower case. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Digits and signs before and after a word: a date at most, since a longer row may be random. */
const HEAD = /^\P{L}{1,8}/u
const TAIL = /\P{L}{1,8}$/u

/** The part that is repeated, of a text like `rahulrahul`. */
const withoutRepetition = (text: string): string => text.replace(/^(.+?)\1+$/su, '$1')

/** The words that a password may have been made of by signs for letters, by digits around it or by repetition. */
function basesOf(password: string): string[] {
  const tailless = password.replace(TAIL, '')
  const cut = [password, tailless, password.replace(HEAD, ''), tailless.replace(HEAD, '')]
  return [...cut, ...cut.map(foldSubstitutes)].map(plain).map(withoutRepetition)
}

/** Shorter bases are of digits, or part of too many words. */
const SHORTEST_BASE = 3

/** First names, cities, cricketers and blessings that passwords in India are made of. */
const INDIAN_WORDS =
  `aarav abhishek aditya ajay akash amit anand anil anita anjali anu arjun aryan ashok deepak deepika
  divya ganesh gaurav gayatri harsh jyoti karan kavita kiran krishna kumar lakshmi laxmi mahesh manish manoj mohan mohit
  mukesh naveen neha nikhil nisha pankaj pooja prakash praveen priya priyanka rahul raj raja rajesh raju rakesh ram ramesh
  rani rekha ritu rohan rohit sachin sandeep sanjay santosh satish shiva shivam shweta sneha sonu sunil sunita suresh
  swati varun vijay vikas vikram vinay vinod vishal vivek yash
  agarwal choudhary gupta khan patel reddy sharma singh verma yadav
  agra ahmedabad amritsar bangalore bengaluru bharat bhopal bombay calcutta chandigarh chennai cochin coimbatore dehradun
  delhi goa gurgaon guwahati hindustan hyderabad indore jaipur kanpur kerala kochi kolkata lucknow ludhiana madras mumbai
  mysore nagpur noida patna pune punjab rajkot ranchi surat vadodara varanasi
  bumrah dhoni dravid ganguly hardik jadeja kohli msdhoni rohitsharma sachintendulkar sehwag tendulkar virat viratkohli
  yuvraj
  786110 786786 allah bismillah harekrishna jaihind jaimatadi jaishreeram jaishriram mummypapa mummydaddy mypassword
  omnamahshivaya omsairam radhakrishna radheradhe radhekrishna sairam waheguru`.split(/\s+/)

let commonBases: ReadonlySet<string> | undefined

/** Reads the list when it is needed first: most processes set no password. Lines with `#` are its source and licence. */
function commonPasswords(): ReadonlySet<string> {
  if (commonBases) return commonBases
  const lines = readFileSync(join(PACKAGE, 'src/features/auth/common-passwords.txt'), 'utf8').split('\n')
  const passwords = lines.filter((line) => !line.startsWith('#'))
  const bases = [...passwords, ...INDIAN_WORDS].flatMap(basesOf)
  commonBases = new Set(bases.filter((base) => base.length >= SHORTEST_BASE))
  return commonBases
}

const SHIFTED = new Map([...'!@#$%^&*()'].map((sign, index) => [sign, '1234567890'.charAt(index)]))
const KEYS = '1234567890 qwertyuiop asdfghjkl zxcvbnm 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik 9ol'
const SEQUENCES = `${KEYS} 01 741852963 159 357 abcdefghijklmnopqrstuvwxyz`
const BOTH_WAYS = `${SEQUENCES} ${[...SEQUENCES].toReversed().join('')}`
const SHORTEST_RUN = 3
const STRAY_CHARACTERS = 2

/** Whether nearly all of it is rows of neighbouring keys, letters of the alphabet or digits: `1qaz@WSX`, `abcd1234`. */
function isSequence(password: string): boolean {
  const text = [...password].map((sign) => SHIFTED.get(sign) ?? sign).join('')
  return [text, text.replaceAll(/(.)\1/gsu, '$1')].some((keys) => {
    let strays = 0
    for (let start = 0, length: number; start < keys.length; start += length) {
      length = 1
      while (start + length < keys.length && BOTH_WAYS.includes(keys.slice(start, start + length + 1)))
        length += 1
      if (length < SHORTEST_RUN) strays += length
    }
    return strays <= STRAY_CHARACTERS && strays < keys.length
  })
}

/** A short word with 123 before or after it, whatever the word: `Mumbai@123`. */
const WITH_123 = /^(?:\D{1,10}123[4-90]*\P{L}?|123[4-90]*\D{1,10})$/su

const isCommon = (password: string): boolean =>
  isSequence(password) ||
  WITH_123.test(password) ||
  basesOf(password).some((base) => commonPasswords().has(base))

/** What an attacker knows about an account. */
export interface KnownFacts {
  name: string
  email: string
  phone_number: string
  shop: { names: readonly string[]; emails: readonly string[]; phones: readonly string[] }
}

/** A shorter word is part of too many others. */
const SHORTEST_WORD = 4
/** The customer's own name may be shorter, where the password has no other letters. */
const SHORTEST_NAME = 3
/** So many letters besides the known words make another word. */
const SHORTEST_REST = 4

const withoutDigits = (text: string): string => text.replaceAll(/\p{N}/gu, '')

function knownWords({ name, email, phone_number, shop }: KnownFacts): string[] {
  const names = [name, ...shop.names].flatMap((text) => [text, ...text.split(/[\s\p{P}]+/u)])
  const emails = [email, ...shop.emails].flatMap((address) => [
    address,
    address.replace(/(@[^@.]+)\.[^]*$/, '$1'),
    address.split('@')[0] ?? '',
  ])
  const phones = [phone_number, ...shop.phones].map((phone) => phone.replaceAll(/\D/g, '').slice(-10))
  const words = [...names, ...emails].flatMap((word) => [plain(word), withoutDigits(plain(word))])
  return [...words, ...phones]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
}

const shortNames = (name: string): string[] =>
  name
    .split(/[\s\p{P}]+/u)
    .map(plain)
    .filter((word) => word.length >= SHORTEST_NAME && word.length < SHORTEST_WORD)

/** Whether the password is known words, perhaps with other signs, digits and few letters: `Asha@2026`. */
function isPersonal(password: string, facts: KnownFacts): boolean {
  const words = knownWords(facts).flatMap((word) => [word, plain(foldSubstitutes(word))])
  const names = shortNames(facts.name).flatMap((word) => [word, foldSubstitutes(word)])
  return basesOf(password).some((base) => {
    if (names.includes(base)) return true
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), base)
    return rest !== base && withoutDigits(rest).replaceAll(' ', '').length < SHORTEST_REST
  })
}

/** Why a new password is refused, as a sentence for the customer, or null for one that is accepted. */
export function refusalOf(password: string, facts: KnownFacts): string | null {
  const text = password.normalize('NFKC').toLowerCase().trim()
  if (/^(.?)\1*$/su.test(text)) return REPEATED
  // First, since a phone number may be a sequence.
  if (isPersonal(text, facts)) return PERSONAL
  return isCommon(text) ? TOO_COMMON : null
}
