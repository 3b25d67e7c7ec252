/** Passwords that a shop in production accepts from nobody, because an attacker tries them first. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from '../../package-folder.ts'
import { foldSubstitutes } from '../../secrets.ts'

const TOO_COMMON = 'This password is one of the most common ones. Please choose another one.'
const REPEATED = 'The password must not repeat one character.'
const PERSONAL = 'The password must not be your name, your email, your phone number or the name of the shop.'

let commonPasswords: ReadonlySet<string> | undefined

/** Also with digits and signs for letters, and with a few of them at the end. Read when it is needed first: most processes set no password. Lines with `#` are the source and its licence. */
function isCommon(password: string): boolean {
  commonPasswords ??= new Set(
    readFileSync(join(PACKAGE, 'src/features/auth/common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map(foldSubstitutes),
  )
  return [password, withoutTail(password)].some((text) => commonPasswords?.has(foldSubstitutes(text)))
}

const TAIL_MAX = 6

/** The text up to its last letter, or up to the last six characters. */
function withoutTail(text: string): string {
  const characters = [...text]
  const lastLetter = characters.findLastIndex((character) => /\p{L}/u.test(character))
  return lastLetter === -1
    ? text
    : characters.slice(0, Math.max(lastLetter + 1, characters.length - TAIL_MAX)).join('')
}

/** Letters and digits alone, in lower case. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const withoutDigits = (text: string): string => text.replaceAll(/\p{N}/gu, '')

/** What an attacker knows about an account. */
export interface KnownFacts {
  name: string
  email: string
  phone_number: string
  shopName: string
}

/** A shorter name is part of too many words. */
const SHORTEST_NAME = 4

const namesIn = (name: string): string[] =>
  [name, ...name.split(/[\s\p{P}]+/u)].filter((word) => plain(word).length >= SHORTEST_NAME)

/** Whether the password is a known word, perhaps with other signs and digits: `Asha@2026`. */
function isPersonal(password: string, { name, email, phone_number, shopName }: KnownFacts): boolean {
  const text = plain(password)
  const letters = withoutDigits(text)
  // With or without 0 or +91.
  if (letters === '' && text.endsWith(plain(phone_number))) return true
  return [...namesIn(name), email, email.split('@')[0] ?? '', shopName]
    .map(plain)
    .filter((word) => word !== '')
    .some((word) => text === word || (letters !== '' && letters === withoutDigits(word)))
}

/** Why a new password is refused, as a sentence for the customer, or null for one that is accepted. */
export function refusalOf(password: string, facts: KnownFacts): string | null {
  const text = password.normalize('NFKC').toLowerCase()
  if (/^(?:(.)\1*|\s+)$/su.test(text)) return REPEATED
  if (isCommon(text.trim())) return TOO_COMMON
  return isPersonal(password, facts) ? PERSONAL : null
}
