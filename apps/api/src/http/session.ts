/** Who is calling: a bearer token that names a session row. */
import fastifyJwt from '@fastify/jwt'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Shop } from '../shop.ts'
import { unauthorized } from './failure.ts'
import { findSession } from './session.store.ts'

/** Claims of a token; times are epoch seconds. */
const Claims = z.object({
  sub: z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  sid: z.string().check(z.minLength(1)),
  iat: z.int(),
  exp: z.int(),
  nbf: z.optional(z.int()),
})

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

/** Tokens are HS256 alone; expiry is judged by the shop's clock, not by the library's. */
export async function registerSessions(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(fastifyJwt, {
    secret: shop.config.jwtSecret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true, cache: false },
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', null)
}

/** Makes the token of a session. */
export function issueToken(
  app: FastifyInstance,
  session: { user_id: number; sid: string; created_at: Date; expires_at: Date },
): string {
  return app.jwt.sign({
    sub: String(session.user_id),
    sid: session.sid,
    iat: Math.floor(session.created_at.getTime() / 1000),
    exp: Math.floor(session.expires_at.getTime() / 1000),
  })
}

const bearer = /^Bearer ([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/

/** @throws Failure 401 unless the request carries the token of a session that still stands */
export async function identify(app: FastifyInstance, shop: Shop, request: FastifyRequest): Promise<Caller> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw unauthorized()
  const claims = Claims.safeParse(verified(app, token))
  if (!claims.success) throw unauthorized()
  const { sub, sid, exp, nbf } = claims.data
  const now = shop.now()
  const seconds = now.getTime() / 1000
  if (seconds >= exp || (nbf !== undefined && seconds < nbf)) throw unauthorized()
  const session = await findSession(shop.db, sid)
  if (!session || session.user_id !== Number(sub) || session.expires_at <= now) throw unauthorized()
  return { customerId: session.user_id, sid }
}

function verified(app: FastifyInstance, token: string): unknown {
  if (!isSpeltOnce(token)) return null
  try {
    return app.jwt.verify(token)
  } catch {
    return null
  }
}

/** A signature has one spelling: the spare bits of its last character are zero. */
function isSpeltOnce(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
