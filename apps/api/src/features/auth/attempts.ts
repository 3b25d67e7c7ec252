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

/**
 * @param to the e-mail address or phone number that the codes go to
 * @param isKnown whether who asks has logged in to its account before: strangers leave them their codes
 */
export const codeCounters = (to: string, keys: Keys, isKnown = false): Counter[] =>
  (['codesInAnHour', 'codesInADay'] as const).map((limit) =>
    counter(limit, isKnown ? `${to} from a known browser` : to, keys),
  )

/** Each message costs the shop money. */
export const smsCounters = (keys: Keys): Counter[] => [counter('phoneCodesOfAll', '', keys)]

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

/** Whose login a browser is known for. A mark of one says nothing to the other. */
const COOKIES = {
  customer: { name: 'haat_device', path: '/api/auth' },
  staff: { name: 'haat_desk_device', path: '/api/desk' },
} as const
type Kind = keyof typeof COOKIES
type Account = Pick<Customer, 'id' | 'password_hash'>
const COOKIE_SECONDS = 365 * 86_400

/** A new password makes every browser a stranger again. */
const markOf = ({ id, password_hash }: Account, kind: Kind, keys: Keys): string =>
  keyedDigest(keys.devices, `${kind === 'staff' ? 'staff ' : ''}${id}.${password_hash}`)

/**
 * Marks a browser that has just proved who it is. The mark opens nothing: its attempts are counted apart from others.
 *
 * @returns headers of the reply
 */
export function markKnownBrowser(
  account: Account,
  { keys, publicUrl }: { keys: Keys; publicUrl: string },
  kind: Kind = 'customer',
): { 'set-cookie': string } {
  return {
    'set-cookie': stringifySetCookie({
      ...COOKIES[kind],
      value: markOf(account, kind, keys),
      maxAge: COOKIE_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
    }),
  }
}

/** @param header the request's Cookie header */
export const isKnownBrowser = (
  header: string,
  account: Account | undefined,
  keys: Keys,
  kind: Kind = 'customer',
): boolean =>
  account !== undefined &&
  equalDigests(parseCookie(header)[COOKIES[kind].name] ?? '', markOf(account, kind, keys))
