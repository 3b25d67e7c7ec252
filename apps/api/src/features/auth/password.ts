/** Passwords: argon2id, 19 MiB, two passes, one lane. A few at a time; the rest wait in a short queue. */
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { t } from '#say'
import { badRequest, unavailable } from '../../http/failure.ts'
import { type Counter, countAttempt, uncountAttempt } from '../../http/rate-limits.ts'
import type { Shop } from '../../shop.ts'
import { readSettings } from '../settings/settings.store.ts'
import type { Customer } from './customer.store.ts'
import { refusalOf } from './password-rules.ts'

/** The password of all demo customers. It is public, so production accepts it from nobody. */
export const DEMO_PASSWORD = 'Demo@1234'

const isPublic = (password: string, { production }: Shop['config']): boolean =>
  production && password === DEMO_PASSWORD

export const PRODUCTION_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Only tests change the cost: `test/cheap-passwords.ts`. */
export const hashing = { cost: PRODUCTION_COST }
const MAX_WAITING = 64
/** One core, if there are several, is left to other requests while passwords are checked; two at a time at most. */
const queue = new PQueue({
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  timeout: 10_000,
})
/**
 * Hash of a random password that was not kept, also of an account without a password: a login takes as long for an
 * unknown account as for a known one.
 */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$MVocUhMunFTw8F56tqZrRg$5um51JyHecoYHbiGjlwXrPXUG/xZTUOL2M2OfYcmTu4'

/** Loaded on demand: with native code, and most visitors log in nowhere. */
const argon2 = () => import('@node-rs/argon2')
const verifyByArgon2: typeof verify = async (...values) => (await argon2()).verify(...values)

/** @throws Failure 503 when too many are waiting, or when the work fails, for lack of memory or time */
async function enqueue<T>(work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
  if (queue.size >= MAX_WAITING) throw unavailable()
  try {
    return await queue.add(({ signal }) => work(signal))
  } catch (error) {
    throw unavailable(error)
  }
}

/**
 * @returns a PHC string
 * @throws Failure 503 when too many passwords are waiting or the hash cannot be computed
 */
export const hashPassword = (password: string): Promise<string> =>
  enqueue(async (signal) => (await argon2()).hash(password, hashing.cost, signal))

/**
 * Hashes a password that a customer chooses. Outside production, and in demos, it may be as weak as they like.
 *
 * @throws Failure 400 when the password is easily guessed, 503 as `hashPassword`
 */
export async function hashNewPassword(
  { config, db }: Pick<Shop, 'config' | 'db'>,
  password: string,
  { name, email, phone_number }: Pick<Customer, 'name' | 'email' | 'phone_number'>,
): Promise<string> {
  if (isPublic(password, config)) throw badRequest(t`This password is public. Please choose another one.`)
  if (config.production && !config.demo) {
    const { shop_name, contact, seller } = await readSettings(db)
    const emails = [...contact.emails, seller.grievance_email ?? '', config.mailFrom]
    const shop = { names: [shop_name, seller.legal_name], emails, phones: contact.phones }
    const refusal = await refusalOf(password, { name, email, phone_number, shop })
    if (refusal !== null) throw badRequest(refusal)
  }
  return hashPassword(password)
}

/** Letters and digits that cannot be confused when read out. */
const UNAMBIGUOUS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GENERATED_LENGTH = 12

export const generatePassword = (): string =>
  Array.from({ length: GENERATED_LENGTH }, () => UNAMBIGUOUS[randomInt(UNAMBIGUOUS.length)]).join('')

/**
 * Whether this is the password that was hashed. Takes as long without a hash as with one. No password matches a text
 * that is not a hash.
 *
 * @param verifyHash argon2's own, except in tests
 * @throws Failure 503 when too many passwords are waiting or this one cannot be checked
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  verifyHash = verifyByArgon2,
): Promise<boolean> {
  const matches = await enqueue((signal) =>
    verifyHash(passwordHash ?? NO_PASSWORD, password, undefined, signal).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'InvalidArg') return false
      throw error
    }),
  )
  return matches && passwordHash !== undefined && passwordHash !== NO_PASSWORD
}

/**
 * Checks a password, which counts as wrong until the caller forgets it; one that cannot be checked does not count. In
 * production the demo's password is always wrong.
 *
 * @param account whose password it should be; undefined where there is no such account
 * @throws Failure 429 when a counter is full, 503 when the password cannot be checked
 */
export async function checkPassword(
  shop: Pick<Shop, 'db' | 'now' | 'config'>,
  counters: readonly Counter[],
  account: Pick<Customer, 'password_hash'> | undefined,
  password: string,
  verifyHash = verifyByArgon2,
): Promise<boolean> {
  const { db, config } = shop
  const hash = isPublic(password, config) ? undefined : account?.password_hash
  if (config.rateLimit) await db.transaction((tx) => countAttempt(tx, shop, counters))
  try {
    return await verifyPassword(hash, password, verifyHash)
  } catch (error) {
    await db.transaction((tx) => uncountAttempt(tx, counters))
    throw error
  }
}
