/** Second factors: codes of an authenticator app (RFC 6238), and recovery codes that stand in for it. */
import { createHmac, hash, randomBytes } from 'node:crypto'
import { equalDigests } from '../../secrets.ts'

const STEP_MS = 30_000
/** Apps and servers may differ by this many steps. */
const DRIFT = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const RECOVERY_CODES = 10

/** A random text of `length` letters and digits: five bits each. */
const randomBase32 = (length: number): string =>
  Array.from(randomBytes(length), (byte) => BASE32[byte % 32]).join('')

/** 160 bits in base32, for the app. */
export const newSecret = (): string => randomBase32(32)

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, near `now`; null for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, n) => current - DRIFT + n)
  return steps.findLast((step) => equalDigests(codeAt(secret, step), code)) ?? null
}

/** What an authenticator app reads from a QR code. */
export function appUri(shopName: string, email: string, secret: string): string {
  const [issuer, account] = [shopName.replaceAll(':', ' '), email].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`
}

/** Such as `k3v7q-x2m4a`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => randomBase32(10).toLowerCase().replace(/.{5}/, '$&-'))

/** @param code as it was typed */
export const recoveryHash = (code: string): string =>
  hash('sha256', code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), 'base64url')
