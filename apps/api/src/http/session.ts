/** Who is calling: a bearer token that names a session row. */
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Reader } from '../db/database.ts'
import { unauthorized } from './failure.ts'
import { findSession } from './session.store.ts'

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

interface Session {
  user_id: number
  sid: string
  created_at: Date
  expires_at: Date
}

/** The bearer tokens of sessions: JWT, signed with HS256 alone. */
export interface Tokens {
  sign(session: Session): Promise<string>
  /** The caller a token names, or null where it is forged, malformed, expired or not valid yet at `now`. */
  read(token: string, now: Date): Promise<Caller | null>
}

const ALGORITHM = 'HS256'
const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

export function createTokens(secret: string): Tokens {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', Buffer.from(secret), hmac, false, ['sign', 'verify'])
  return {
    sign: async ({ user_id, sid, created_at, expires_at }) =>
      new SignJWT({ sid })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(user_id))
        .setIssuedAt(epochSeconds(created_at))
        .setExpirationTime(epochSeconds(expires_at))
        .sign(await key),
    async read(token, now) {
      if (!hasCanonicalSignature(token)) return null
      const options = { algorithms: [ALGORITHM], currentDate: now }
      const verified = await jwtVerify(token, await key, options).catch(() => null)
      const claims = Claims.safeParse(verified?.payload)
      return claims.success ? { customerId: Number(claims.data.sub), sid: claims.data.sid } : null
    },
  }
}

/** The spare bits of a signature's last character must be zero, or one signature would have several spellings. */
function hasCanonicalSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const bearer = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/

/**
 * @param authorization the request's header
 * @throws Failure 401 unless it carries the token of a session that is still open
 */
export async function identify(
  { db, now, tokens }: { db: Reader; now: () => Date; tokens: Tokens },
  authorization: string | undefined,
): Promise<Caller> {
  const token = bearer.exec(authorization ?? '')?.[1]
  const caller = token === undefined ? null : await tokens.read(token, now())
  if (!caller) throw unauthorized()
  const session = await findSession(db, caller.sid)
  if (session?.user_id !== caller.customerId || session.expires_at <= now()) throw unauthorized()
  return caller
}
