/** Connections: how many there may be, how long they may take, and how they end when the server closes. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance, onRequestHookHandler, preParsingHookHandler } from 'fastify'

/** An import would load Node's client of WebSockets too, for a tenth of a second at each start. */
export const http = process.getBuiltinModule('node:http')

/** Open connections; one more is closed at once. */
const CONNECTIONS_MAX = 4000
const DRAIN_POLL_MS = 20
const BODY_MS = 25_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Cuts a late body. */
    bodyTimer: NodeJS.Timeout | undefined
  }
  interface FastifyInstance {
    /** Replies say `connection: close` now, and `/readyz` is 503. */
    isClosing: boolean
    /** How long a closing server waits for the last request of each open connection, in ms. */
    drainMs: number
    /** How long a body may take that is no upload, in ms. */
    bodyMs: number
  }
}

/**
 * Options of the server, in ms. A slow connection is closed within 30 s, with 408 where its headers or its body are
 * late; an upload may take an hour, but is silent for 30 s at most. An idle one stays open longer than a proxy keeps it (60 s, usually): otherwise the proxy would send a request
 * into a connection that is just being closed. While the server closes, requests are still answered.
 */
export const connectionLimits = {
  requestTimeout: 3_600_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 65_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  return503OnClosing: false,
  clientErrorHandler: refuseConnection,
}

export function limitConnections(app: FastifyInstance): void {
  const { server } = app
  server.maxConnections = CONNECTIONS_MAX
  app.decorate('isClosing', false)
  app.decorate('drainMs', 0)
  app.decorate('bodyMs', BODY_MS)
  app.decorateRequest('bodyTimer', undefined)
  app.addHook('onRequest', cutLateBody)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isClosing) void reply.header('connection', 'close')
    done(null, payload)
  })
  const openConnections = promisify(server.getConnections.bind(server))
  app.addHook('preClose', async () => {
    app.isClosing = true
    const until = performance.now() + app.drainMs
    while (performance.now() < until && (await openConnections()) > 0) await sleep(DRAIN_POLL_MS)
    // Otherwise a connection whose reply has begun already keeps the server open.
    server.keepAliveTimeout = 1
  })
}

const cutLateBody: onRequestHookHandler = function cutLateBody(request, _reply, done) {
  const { raw } = request
  if (!raw.headers['content-length'] && !raw.headers['transfer-encoding']) return done()
  const cut = (): void => {
    if (!raw.complete && raw.socket.writable) refuseConnection(LATE, raw.socket)
  }
  request.bodyTimer = setTimeout(cut, this.bodyMs).unref()
  raw.once('close', () => clearTimeout(request.bodyTimer))
  done()
}

/** Lets a body that the caller may send take its time. */
export const allowSlowBody: preParsingHookHandler = (request, _reply, _payload, done) => {
  clearTimeout(request.bodyTimer)
  done()
}

const LATE = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

const REFUSALS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timed out'],
  HPE_HEADER_OVERFLOW: [431, 'Request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Request is too large'],
}

/** Answers malformed or late requests in the failure shape and closes the connection. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'Invalid request']
  const body = JSON.stringify({ success: false, message })
  const headers = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
