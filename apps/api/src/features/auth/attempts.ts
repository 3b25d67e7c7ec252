/** Whose attempts count together. How many there may be: `@haat/contract/rate-limits`; why: decision 017. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Tx } from '../../db/database.ts'
import { type Counter, counter, forgetAttempts } from '../../http/rate-limits.ts'
import { networkOf } from '../../network.ts'
import { equalDigests, keyedDigest, type Keys } from '../../secrets.ts'
import type { Customer } from './customer.store.ts'

/**
 * The counters of a login. Accounts that do not exist have the same ones, and an account's e-mail address and phone
 * number have their own, so that a refusal reveals neither which accounts exist nor what belongs together.
 *
 * @param login the e-mail address or phone number that was typed
 */
export function loginCounters(
  login: string,
  { ip, isKnownBrowser }: { ip: string; isKnownBrowser: boolean },
  keys: Keys,
): Counter[] {
  if (isKnownBrowser) return [counter('wrongPasswordsOfKnownBrowsers', login, keys)]
  return [
    counter('wrongPasswords', `${login} from ${networkOf(ip)}`, keys),
    counter('wrongPasswordsOfAll', login, keys),
  ]
}

export const currentPasswordCounters = (customerId: number, keys: Keys): Counter[] => [
  counter('wrongCurrentPasswords', String(customerId), keys),
]

export const codeMailCounters = (email: string, keys: Keys): Counter[] => [
  counter('codesInAnHour', email, keys),
  counter('codesInADay', email, keys),
]

/** Forgets the wrong passwords of a customer: those of all addresses together, and those of one address. */
export async function forgetWrongPasswords(
  tx: Tx,
  { id, email, phone_number }: Customer,
  ip: string,
  keys: Keys,
): Promise<void> {
  const logins = [email, phone_number].flatMap((login) =>
    [true, false].flatMap((isKnownBrowser) => loginCounters(login, { ip, isKnownBrowser }, keys)),
  )
  await forgetAttempts(tx, [...logins, ...currentPasswordCounters(id, keys)])
}

const COOKIE = 'haat_device'
const COOKIE_SECONDS = 365 * 86_400

/** A new password makes every browser a stranger again. */
const markOf = ({ id, password_hash }: Customer, keys: Keys): string =>
  keyedDigest(keys.devices, `${id}.${password_hash}`)

/**
 * Marks a browser that has just proved who it is. The mark opens nothing: its attempts are counted apart from others.
 *
 * @returns headers of the reply
 */
export function markKnownBrowser(
  customer: Customer,
  { keys, publicUrl }: { keys: Keys; publicUrl: string },
): { 'set-cookie': string } {
  return {
    'set-cookie': stringifySetCookie({
      name: COOKIE,
      value: markOf(customer, keys),
      path: '/api/auth',
      maxAge: COOKIE_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    }),
  }
}

/** @param header the request's Cookie header */
export const isKnownBrowser = (header: string, customer: Customer | undefined, keys: Keys): boolean =>
  customer !== undefined && equalDigests(parseCookie(header)[COOKIE] ?? '', markOf(customer, keys))
