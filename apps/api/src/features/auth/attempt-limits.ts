/** Limits of passwords tried and OTP mails requested, and whose attempts are counted together: see decision 017. */
import { randomBytes } from 'node:crypto'
import { LIMITS } from '@haat/contract/rules'
import { networkOf, wideNetworkOf } from '../../network.ts'
import { equalDigests, keyedDigest, type Keys } from '../../secrets.ts'
import type { Customer } from './customer.store.ts'
import type { Requester } from './otp.store.ts'

/** At most `max` attempts in any `seconds`. Beyond them one attempt in `thenEvery` seconds, if that is given. */
interface AttemptLimit {
  max: number
  seconds: number
  thenEvery?: number
}

/** Attempts that are counted together, and how many there may be. */
export interface Counter {
  kind: 'login' | 'password-change' | 'otp-mail' | 'otp-try' | 'first-order' | 'email-change'
  subject: string
  limits: readonly AttemptLimit[]
  /** As how many attempts this one counts; 1 if left out. */
  weight?: number
}

const HOUR = 3600
const DAY = 24 * HOUR
/** The longest period of all limits. */
export const LONGEST_PERIOD_MS = DAY * 1000

const PASSWORDS = [{ max: 5, seconds: 15 * 60 }]
/** The first passwords of every wide network, which other strangers cannot use up. */
const FIRST_PASSWORDS = [{ max: 2, seconds: DAY }]
/** Those of all networks together: who owns many networks gets no more tries of an account. */
const ALL_FIRST_PASSWORDS = [{ max: 1000, seconds: DAY }]
const PASSWORDS_OF_STRANGERS = [{ max: 30, seconds: 15 * 60, thenEvery: 30 }]
const OTP_MAILS = [
  { max: 5, seconds: HOUR },
  { max: 10, seconds: DAY },
]
const EMAIL_CHANGES = [{ max: 5, seconds: DAY }]
/** The first mail of a network, which networks that have had theirs cannot use up. */
const FIRST_OTP_MAIL = [{ max: 1, seconds: DAY }]
/** Those of all networks together: so many networks use up the mails of an account. */
const ALL_FIRST_OTP_MAILS = [{ max: 8, seconds: DAY }]
const OTP_MAILS_OF_NETWORK = [{ max: 3, seconds: DAY }]
const FURTHER_OTP_MAILS = [{ max: 4, seconds: DAY }]

/** Tries of a code of strangers for callers that did not request it: the rest of its tries is left to the one that did. */
const OTP_TRIES_OF_OTHERS = [{ max: 2, seconds: LIMITS.otp_minutes * 60 }]
/** Tries that strangers have of the codes of a customer. With these, strangers have 8 × 5 + 5 + 5 guesses a day. */
const OTP_TRIES_OF_OTHERS_IN_A_DAY = [{ max: 5, seconds: DAY }]
/** Tries of all codes but the first one of every network. */
const TRIES_OF_FURTHER_OTPS = [{ max: 5, seconds: DAY }]
/** Nobody requests a code that support has printed: each caller gets some of its five tries. */
const SUPPORT_OTP_TRIES = [{ max: 3, seconds: LIMITS.otp_minutes * 60 }]

/** The account that an attempt is about: the customer's, or a digest of the login where no account has it. */
export const accountKey = (customer: Customer | undefined, login: string, keys: Keys): string =>
  customer ? customerKey(customer.id) : `nobody:${loginKey(login, keys)}`

/** @param login an email address or a phone number */
export const loginKey = (login: string, keys: Keys): string => keyedDigest(keys.attempts, `login:${login}`)

export const customerKey = (customerId: number): string => `customer:${customerId}`

/** Who makes an attempt: a browser that has logged in to the account before, or else anybody at a network address. */
export interface AttemptSource {
  /** Where the attempts of this caller on this account are counted. */
  subject: string
  /** Where the attempts on this account of all callers in the same wide network are counted. */
  network: string
  /** The browser's id, or null for a stranger. */
  device: string | null
}

/**
 * @param request its network address and its Cookie header
 * @param account as returned by `accountKey`
 */
export function attemptSource(
  request: { ip: string; cookie: string },
  account: string,
  customer: Customer | undefined,
  keys: Keys,
): AttemptSource {
  const device = readDeviceMark(request.cookie, customer, keys)
  const place = device ?? keyedDigest(keys.attempts, `address:${networkOf(request.ip)}`)
  const network = keyedDigest(keys.attempts, `network:${wideNetworkOf(request.ip)}`)
  return { subject: `${account} from ${place}`, network: `${account} from network ${network}`, device }
}

/**
 * The counters of a login, which is checked if one of these lists allows it. A browser that the account knows has its
 * own, which nobody else can use up. A stranger's are apart for email and phone number, so that a refusal of the one does
 * not reveal whose the other is.
 *
 * @param login what was typed, as returned by `loginKey`
 */
export function loginCounters(
  account: string,
  { subject, network, device }: AttemptSource,
  login: string,
): Counter[][] {
  const kind = 'login'
  if (device !== null) return [[{ kind, subject, limits: PASSWORDS }]]
  const own: Counter = { kind, subject: `${subject} as ${login}`, limits: PASSWORDS }
  return [
    [
      own,
      { kind, subject: network, limits: FIRST_PASSWORDS },
      { kind, subject: `${account} first logins`, limits: ALL_FIRST_PASSWORDS },
    ],
    [own, { kind, subject: account, limits: PASSWORDS_OF_STRANGERS }],
  ]
}

export const passwordChangeCounters = (customerId: number): Counter[] => [
  { kind: 'password-change', subject: customerKey(customerId), limits: PASSWORDS },
]

/** The counters of all passwords tried for a customer, wherever they came from. */
export const accountCounters = (customerId: number): Counter[] => [
  ...passwordChangeCounters(customerId),
  { kind: 'login', subject: customerKey(customerId), limits: PASSWORDS_OF_STRANGERS },
]

/** The counters of an OTP mail: a mail is sent if the first of these lists allows it, or else the second. */
export function otpMailCounters(account: string, { subject, network, device }: AttemptSource): Counter[][] {
  const kind = 'otp-mail'
  if (device !== null) return [customerOtpMailCounters(account)]
  const own: Counter = { kind, subject, limits: [] }
  return [
    [
      own,
      { kind, subject: network, limits: FIRST_OTP_MAIL },
      { kind, subject: account, limits: ALL_FIRST_OTP_MAILS },
    ],
    [
      own,
      { kind, subject: network, limits: OTP_MAILS_OF_NETWORK },
      { ...furtherOtpMails(account), limits: FURTHER_OTP_MAILS },
    ],
  ]
}

/** Where the mails of strangers beyond the first one of every network are counted. */
export const furtherOtpMails = (account: string) =>
  ({ kind: 'otp-mail', subject: `${account} further` }) satisfies Partial<Counter>

/** The counters of an OTP mail to a customer who is logged in or at a known browser: of all of these together. */
export const customerOtpMailCounters = (account: string): Counter[] => [
  { kind: 'otp-mail', subject: `${account} customer`, limits: OTP_MAILS },
]

/** The counters of changes of an address that is not verified. */
export const emailChangeCounters = (customerId: number): Counter[] => [
  { kind: 'email-change', subject: customerKey(customerId), limits: EMAIL_CHANGES },
]

/**
 * The counters of a wrong code.
 *
 * @param requester whose code it would be
 * @param madeAt when this requester's current code was made; undefined where there is none
 * @param hasRequested whether this caller requested the current code of strangers
 * @param isFurther whether the current code of strangers is not the first one of its network
 */
export function otpTryCounters(
  account: string,
  { subject, device }: AttemptSource,
  {
    requester,
    madeAt,
    hasRequested,
    isFurther,
  }: { requester: Requester; madeAt?: Date | undefined; hasRequested: boolean; isFurther: boolean },
): Counter[] {
  const kind = 'otp-try'
  const code = `${requester} code of ${madeAt?.toISOString() ?? 'nobody'}`
  if (requester === 'support') return [{ kind, subject: `${subject} ${code}`, limits: SUPPORT_OTP_TRIES }]
  const ofCode: Counter = { kind, subject: `${account} ${code}`, limits: OTP_TRIES_OF_OTHERS }
  if (requester === 'stranger') {
    const tries = hasRequested ? countOnly([ofCode]) : [ofCode]
    const ofFurther: Counter = { kind, subject: `${account} further`, limits: TRIES_OF_FURTHER_OTPS }
    return isFurther ? [...tries, ofFurther] : tries
  }
  const ofOthers = [ofCode, { kind, subject: account, limits: OTP_TRIES_OF_OTHERS_IN_A_DAY } as const]
  return device === null ? ofOthers : countOnly(ofOthers)
}

/** The same counters without limits. */
export const countOnly = (counters: readonly Counter[]): Counter[] =>
  counters.map((counter) => ({ ...counter, limits: [] }))

const COOKIE_SECONDS = 365 * 86_400

const signatureOf = (device: string, { id, password_hash }: Customer, keys: Keys): string =>
  keyedDigest(keys.devices, `${id}.${device}.${password_hash}`)

/**
 * Marks a browser that has just proved who it is. A change of the password ends the mark.
 *
 * @param device the browser's id, if it has one
 * @returns headers of the reply
 */
export function deviceMark(
  customer: Customer,
  device: string | null,
  { keys, publicUrl }: { keys: Keys; publicUrl: string },
): { 'set-cookie': string } {
  const id = device ?? randomBytes(16).toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const value = `${id}.${signatureOf(id, customer, keys)}`
  const attributes = `Path=/api/auth; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  return { 'set-cookie': `haat_device=${value}; ${attributes}` }
}

const MARK = /(?:^|; ?)haat_device=([\w-]+)\.([\w-]+)/g

/** The id of a browser that carries the customer's mark, or null. Other sites of the domain may add marks of their own. */
function readDeviceMark(cookie: string, customer: Customer | undefined, keys: Keys): string | null {
  if (!customer) return null
  for (const [, device = '', signature = ''] of cookie.matchAll(MARK))
    if (equalDigests(signature, signatureOf(device, customer, keys))) return device
  return null
}
