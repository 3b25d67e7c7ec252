/** What happens beneath HTTP: how long a connection may take, how many there may be, what malformed bytes get. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Sockets that are open at once; one more is closed at once. */
const CONNECTIONS_MAX = 4000

/**
 * Options of the server, in ms. A connection that dawdles is cut within 30 s: when its headers or its body are
 * late by then, with 408. While the server closes, what still comes in over open connections is answered.
 */
export const connectionLimits = {
  requestTimeout: 25_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  return503OnClosing: false,
  clientErrorHandler: refuseConnection,
}

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = CONNECTIONS_MAX
  // A connection whose request is answered while the server closes would be kept open, and the server with it.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1
  })
}

const REFUSALS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timed out'],
  HPE_HEADER_OVERFLOW: [431, 'Request is too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Request is too large'],
}

/** Answers bytes that are no request, or come too late, in the failure shape and closes the connection. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = REFUSALS[error.code ?? ''] ?? [400, 'Invalid request']
  const body = JSON.stringify({ success: false, message })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
