/** The shop's secrets: made on the first start, checked for strength, and turned into one key per use. */
import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
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
/** Random keys have more entropy, in bits, even when its estimate takes their own characters for the whole alphabet. */
const MIN_ENTROPY = 96
const GUESSABLE = /secret|password|change-?me|default|example|12345|qwerty/i
const GUESSABLE_WORDS = ['secret', 'password', 'changeme', 'default', 'example', 'qwerty'].map(
  foldSubstitutes,
)
const REPEATED = /^(.{1,64}?)\1+$/s
/** Their digests are listed on the web. */
const USUAL_TEXTS = ['', '0', '1', 'a', 'abc', 'admin', 'hello', 'key', 'password', 'secret', 'test', 'haat']
const DIGESTS = ['sha256', 'sha384', 'sha512']
/** The most frequent pairs of letters in English words and in names of Indian shops and goods. */
const FREQUENT_PAIRS = new Set(
  (
    'abacadagalamanaparasatbabeblcacechckclcocrctdadedidoeaecedeeefelemeneperesetexfi' +
    'gehahehoicidieigiliminioisitkelalelilllomamemimompnancndnengninonsntocodolomonop' +
    'orotoupapepoprptrarerirorsrtsaseshsisospssstsusvtatethtitotrtstttyulunurutvevgyp'
  ).match(/../g),
)
/** Share of such pairs in a phrase. Of random keys of 32 bytes one in ten million has as many. */
const READABLE_SHARE = 0.38

/** Shannon's entropy of the characters, in bits. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits + count * Math.log2(text.length / count), 0)
}

/** Whether most characters are the same as the one before, or its neighbour: abcdef, 987. */
function isSequence(text: string): boolean {
  const steps = [...text].filter(
    (character, i) => Math.abs(character.charCodeAt(0) - text.charCodeAt(i - 1)) <= 1,
  )
  return steps.length > text.length / 2
}

/** Whether base64 text looks like words, also with capital initials. */
function isReadable(base64: string): boolean {
  const text = base64.replaceAll(/[^a-z\d]/gi, '')
  const capitals = text.replaceAll(/[^A-Z]/g, '').length
  const smalls = text.replaceAll(/[^a-z]/g, '').length
  const pairs = [...text.slice(1)].filter((character, i) => {
    const isInitial = capitals > smalls ? /[a-z]/.test(character) : /[A-Z]/.test(character)
    return !isInitial && FREQUENT_PAIRS.has(`${text[i]}${character}`.toLowerCase())
  })
  return pairs.length >= READABLE_SHARE * (text.length - 1)
}

function isGuessable(secret: string): boolean {
  const folded = foldSubstitutes(secret)
  return GUESSABLE.test(secret) || GUESSABLE_WORDS.some((word) => folded.includes(word))
}

/** The bytes that a key in hex or base64 stands for; null for any other text. */
function keyBytes(secret: string): Buffer | null {
  if (HEX.test(secret)) return Buffer.from(secret, 'hex')
  if (!BASE64.test(secret) || isGuessable(secret) || isReadable(secret)) return null
  const bytes = Buffer.from(secret, 'base64')
  const isWhole = bytes.toString('base64url') === toBase64Url(secret)
  return isWhole ? bytes : null
}

const toBase64Url = (base64: string): string =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const isPublished = (bytes: Buffer): boolean =>
  DIGESTS.some((algorithm) => USUAL_TEXTS.some((text) => hash(algorithm, text, 'buffer').equals(bytes)))

/** Whether the bytes are text, as those of a JWT in base64 are. */
const isText = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)

/** Whether the secret is anything else than 32 random bytes or more, in hex or base64, so that somebody could guess it. */
export function isWeakSecret(secret: string): boolean {
  const bytes = keyBytes(secret)
  if (bytes === null || isText(bytes) || isPublished(bytes)) return true
  return entropy(secret) < MIN_ENTROPY || isSequence(secret) || REPEATED.test(secret)
}

/** How to make a secret that is not weak. */
export const SECRET_REMEDY =
  'It must be 32 random bytes or more, in hex or base64. Unset it, so that the shop creates one, or set it to the output of: openssl rand -base64 32'

const KEY_USES = ['sessions', 'otps', 'attempts', 'mails', 'devices'] as const

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
