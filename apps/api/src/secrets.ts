/** The shop's secrets: made on the first start, checked for strength, and turned into one key per use. */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const SECRET_MIN_LENGTH = 16

export const Secret = z
  .string()
  .check(z.minLength(SECRET_MIN_LENGTH, `must have at least ${SECRET_MIN_LENGTH} characters`))

const Secrets = z.object({ jwt: Secret, payment: Secret })
export type Secrets = z.output<typeof Secrets>

const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json')

/**
 * Reads `secrets.json`.
 *
 * @returns null when there is none yet
 * @throws when it cannot be read
 */
export function readSecrets(dataDir: string): Secrets | null {
  const file = secretsFile(dataDir)
  return existsSync(file) ? Secrets.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/**
 * Creates `secrets.json`, for its owner alone.
 *
 * @returns what it holds: the secrets of another process if that one was first
 * @throws when it cannot be written
 */
export function storeSecrets(dataDir: string, secrets: Secrets): Secrets {
  const stored = readSecrets(dataDir)
  if (stored !== null) return stored
  writeFileSync(secretsFile(dataDir), JSON.stringify(secrets), { mode: 0o600, flag: 'wx' })
  return secrets
}

const randomSecret = (): string => randomBytes(32).toString('base64url')

export const newSecrets = (): Secrets => ({ jwt: randomSecret(), payment: randomSecret() })

/** Letters, and the digits and signs that usually stand for them. */
const SUBSTITUTES = { a: '@4', b: '8', e: '3€', g: '9', i: '1!|l', o: '0', s: '$5', t: '7+' }
const LETTERS = new Map(
  Object.entries(SUBSTITUTES).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
)

/** Lower case, with one letter for all that usually stand for it: `P@ssw0rd` and `password` become equal. */
export function foldSubstitutes(text: string): string {
  return [...text.toLowerCase()].map((sign) => LETTERS.get(sign) ?? sign).join('')
}

/** 32 bytes in hex or in base64 of either alphabet. */
const HEX = /^[\da-f]{64,}$/i
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])[\w+/-]{43,}={0,2}$/
/** Of 32 random bytes, some 30 differ; of a text that repeats itself, few do. */
const MIN_DIFFERENT_BYTES = 20

/** Whether the bytes are text, as those of a JWT or of a phrase in base64 are. */
const isText = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)

/** Whether the text is no 32 random bytes or more, in hex or base64, so that somebody could guess it. */
export function isWeakSecret(secret: string): boolean {
  const isHex = HEX.test(secret)
  if (!isHex && !BASE64.test(secret)) return true
  const bytes = Buffer.from(secret, isHex ? 'hex' : 'base64')
  return isText(bytes) || new Set(bytes).size < MIN_DIFFERENT_BYTES
}

/** How to make a secret that is not weak. */
export const SECRET_REMEDY =
  'It must be 32 random bytes or more, in hex or base64. Unset it, so that the shop creates one, or set it to the output of: openssl rand -base64 32'

const KEY_USES = ['sessions', 'otps', 'attempts', 'mails', 'devices', 'links', 'orders'] as const

/** A key for each use, so that a value made for one use is worth nothing for another. */
export type Keys = Record<(typeof KEY_USES)[number], string>

/** Derives the keys from JWT_SECRET, by HKDF-SHA256. */
export function deriveKeys(secret: string): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `haat ${use}`, 32))
  return Object.fromEntries(KEY_USES.map((use) => [use, derive(use).toString('base64url')])) as Keys
}

export const keyedDigest = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** Compares in constant time. */
export function equalDigests(digest: string, other: string): boolean {
  const [a, b] = [Buffer.from(digest), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
