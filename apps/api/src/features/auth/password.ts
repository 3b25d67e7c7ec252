/** Passwords: argon2id, 19 MiB, two passes, one lane. Few are worked on at once; others wait in a short queue. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../../http/failure.ts'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two, but never the machine's last core: browsing goes on while passwords are tried. */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const WAITING_MAX = 64
/** Of a random password nobody knows: costs a caller without an account as much time as one with. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MVocUhMunFTw8F56tqZrRg$5um51JyHecoYHbiGjlwXrPXUG/xZTUOL2M2OfYcmTu4'

let running = 0
const waiting: (() => void)[] = []

/** @throws Failure 503 when too many are waiting */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else if (waiting.length < WAITING_MAX) await new Promise<void>((go) => waiting.push(go))
  else throw unavailable()
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/**
 * @returns a PHC string
 * @throws Failure 503 when too many passwords are waiting
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/**
 * Whether the password is the one that was hashed. Takes as long without a hash as with one.
 *
 * @throws Failure 503 when too many passwords are waiting
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  // A text that is no hash fits no password.
  const fits = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password).catch(() => false))
  return fits && passwordHash !== undefined
}
