/** Who is calling: a bearer token that names a session row. */
import fastifyJwt from '@fastify/jwt'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Background } from '../background.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { unauthorized } from './failure.ts'
import { findSession, storeSessionUse } from './session.store.ts'

export interface Caller {
  customerId: number
  sid: string
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    rawBody: string | null
  }
}

/** Claims of a token; times are epoch seconds. */
const Claims = z.object({
  sub: z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  sid: z.string().check(z.minLength(1)),
  iat: z.int(),
  exp: z.int(),
})

type TokenSession = Pick<Tables['sessions']['$inferSelect'], 'user_id' | 'sid' | 'created_at' | 'expires_at'>

/** The bearer tokens of sessions. */
export interface Tokens {
  sign(session: TokenSession): string
  /** The caller a token names, or null where it is forged, malformed or expired at `now`. */
  read(token: string, now: Date): Caller | null
}

declare module 'fastify' {
  interface FastifyInstance {
    tokens: Tokens
  }
}

const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/** Signs and verifies with HS256 only. Expiry is checked against the shop's clock, not the library's. */
export async function registerTokens(app: FastifyInstance, secret: string): Promise<void> {
  await app.register(fastifyJwt, {
    secret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true, cache: false },
  })
  app.decorate('tokens', {
    sign: ({ user_id, sid, created_at, expires_at }: TokenSession) =>
      app.jwt.sign({
        sub: String(user_id),
        sid,
        iat: epochSeconds(created_at),
        exp: epochSeconds(expires_at),
      }),
    read(token: string, now: Date) {
      const claims = Claims.safeParse(verified(app, token))
      if (!claims.success) return null
      const { sub, sid, exp } = claims.data
      return now.getTime() / 1000 < exp ? { customerId: Number(sub), sid } : null
    },
  })
}

function verified(app: FastifyInstance, token: string): unknown {
  try {
    return app.jwt.verify(token)
  } catch {
    return null
  }
}

/** The last character of a signature of 32 bytes has two spare bits, which must be zero: one signature has one spelling. */
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048])$/

interface Sessions {
  db: Database
  now: () => Date
  tokens: Tokens
  background: Background
}

/**
 * @param authorization the request's header
 * @throws Failure 401 unless it carries the token of a session that is still open
 */
export async function identify(shop: Sessions, authorization: string | undefined): Promise<Caller> {
  const { db, now, tokens } = shop
  const token = bearer.exec(authorization ?? '')?.[1]
  const caller = token === undefined ? null : tokens.read(token, now())
  if (!caller) throw unauthorized()
  const session = await findSession(db, caller.sid)
  if (session?.user_id !== caller.customerId || session.expires_at <= now()) throw unauthorized()
  const lastUse = session.last_used_at ?? session.created_at
  noteUse(shop, lastUse, (tx) => storeSessionUse(tx, caller.sid, now()))
  return caller
}

/** How exactly the last use of a session is kept, so that few requests write. */
const USE_PRECISION_MS = 10 * 60_000

/** Writes after the reply. A request neither waits for it nor fails with it: a use that is missed is harmless. */
export function noteUse(
  { db, now, background }: Pick<Sessions, 'db' | 'now' | 'background'>,
  lastUse: Date,
  write: (tx: Tx) => Promise<unknown>,
): void {
  if (now().getTime() - lastUse.getTime() < USE_PRECISION_MS) return
  try {
    background.run(async () => void (await db.transaction(write).catch(() => undefined)))
  } catch {
    // Too much work is waiting.
  }
}
