/** The server: its body parser, security headers, health checks, and what it watches. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Socket } from 'node:net'
import type { Endpoint } from '@haat/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'
import type { Shop } from '../shop.ts'
import { http } from './connections.ts'
import { badRequest, Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the exact body: its signature covers every byte. */
    keepRawBody?: boolean
    events?: Endpoint['events']
  }
}

/** Characters of a path in an error. */
const PATH_MAX = 200

/** Parses JSON bodies. An empty body counts as none; a signed route keeps the text as well. */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (request.routeOptions.config.keepRawBody === true) request.rawBody = text
    if (text === '') done(null, undefined)
    else void parse(request, text, done)
  })
}

/**
 * Refuses texts that the databases do not store, or not alike: with null characters or halves of surrogate pairs.
 * Headers cannot contain them.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  // After validation: a field has a message of its own.
  app.addHook('preHandler', ({ params, query, body, is404, routeOptions }, _reply, done) => {
    // A page is sent whatever its address.
    if (is404 || routeOptions.config.isPage) return done()
    const path = findUnstorable([query, body])
    if (findUnstorable([params]) !== null) done(new Failure(404, 'Not found'))
    else if (path === null) done()
    else {
      const message = 'Must not contain control characters'
      const errors = [{ path: path.slice(0, PATH_MAX), message }]
      done(badRequest(message, { code: 'INVALID_REQUEST', errors }))
    }
  })
}

/** The path of a text that cannot be stored, or null. Without recursion, which deep bodies would exhaust. */
function findUnstorable(roots: unknown[]): string | null {
  const stack = roots.map((value) => ({ path: '', value }))
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return path
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    for (const [key, inner] of Object.entries(value))
      stack.push({ path: path === '' ? key : `${path}.${key}`, value: inner })
  }
  return null
}

/** Scripts from this server only; frames from YouTube without cookies, and the pages of products and previews in the desk. */
function helmetOptions(config: Config, page: 'shop' | 'product' | 'desk'): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Toasts and dialogs set style attributes and add style elements of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        frameSrc: [page === 'desk' ? "'self'" : 'https://www.youtube-nocookie.com'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: [page === 'product' ? "'self'" : "'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    // YouTube refuses to play without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  }
}

/** Helmet's headers are the same for all requests: they are made once. */
function headersOf(config: Config, page: Parameters<typeof helmetOptions>[1]) {
  const request = new http.IncomingMessage(new Socket())
  const response = new http.ServerResponse(request)
  helmet(helmetOptions(config, page))(request, response, () => undefined)
  return response.getHeaders()
}

/** Sends security headers and the request's id with every reply. */
export function sendHeaders(app: FastifyInstance, config: Config): void {
  const ofShop = headersOf(config, 'shop')
  const ofProduct = headersOf(config, 'product')
  const ofDesk = headersOf(config, 'desk')
  app.addHook('onRequest', ({ id, url }, reply, done) => {
    const isFramed = url.startsWith('/product/') || url.startsWith('/api/desk/preview/')
    const headers = isFramed ? ofProduct : url.startsWith('/desk') ? ofDesk : ofShop
    void reply.headers({ ...headers, 'x-request-id': id })
    done()
  })
}

/** A database that has not answered by then counts as unavailable, in ms. */
const READY_WITHIN = 2000

/** `/healthz`: the process answers. `/readyz`: its database answers too, and the server is not closing. */
export function registerHealth(app: FastifyInstance, shop: Shop): void {
  app.get('/healthz', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const late = sleep(READY_WITHIN, false, { ref: false })
    const ready = !app.isClosing && (await Promise.race([shop.db.ready().catch(() => false), late]))
    return reply
      .status(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable' })
  })
}

const DAMAGED = 'The database is damaged: stop the server and restore a backup.'

/** A part of the database may be damaged while all else still works: `/readyz` tells whoever watches it. */
export function watchForDamage(app: FastifyInstance, { db, log }: Shop): void {
  app.addHook('onError', async (_request, _reply, error) => {
    if (db.noticeDamage(error)) log.fatal({ err: error }, DAMAGED)
  })
}

const NOTICE_INTERVAL_MS = 3_600_000

/** Logs, at most once an hour, a proxy that is not trusted: its callers share one address, and with it one rate limit. */
export function watchForProxy(app: FastifyInstance, shop: Shop): void {
  if (shop.config.trustProxy !== false) return
  let noticedAt = Number.NEGATIVE_INFINITY
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
    const now = shop.now().getTime()
    if (isForwarded && now - noticedAt >= NOTICE_INTERVAL_MS) {
      noticedAt = now
      // Not the request's log, which is silent for health checks.
      shop.log.warn(
        'A proxy forwards requests, but TRUST_PROXY is not set: all callers share one rate limit.',
      )
    }
    done()
  })
}
