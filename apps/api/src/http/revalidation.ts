/**
 * Revalidation by ETag. @fastify/etag does not fit: it tags failures and writes too, and compares If-None-Match as one
 * text, while browsers and proxies send lists, `*` and weak forms.
 */
import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The ETag of a reply's content. Weak, because a proxy may compress it. */
export const etagOf = (content: string): string => `W/"${hash('sha1', content, 'base64url')}"`

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '')

/** Whether `If-None-Match` names this content. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((known) => opaque(known) === opaque(etag))
}

/** Lets browsers and proxies cache the replies of a scope and revalidate them each time; 304 where nothing changed. */
export function addRevalidation(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const etag = String(reply.getHeader('etag') ?? etagOf(payload))
    void reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
    if (!isKnown(request.headers['if-none-match'], etag)) return payload
    void reply.code(304).removeHeader('content-type')
    return null
  })
}
