/** What is kept in memory and sent many times: a body with its ETag, compressed when the first caller accepts it. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** The better one first. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content),
}

/** Shorter bodies fit into one packet anyway. */
const COMPRESSED_FROM = 1024

export interface Content {
  status: number
  type: string
  etag: string
  body: Buffer
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
}

/** Of a body and both its compressed forms, at most. */
export const bytesOf = ({ body }: Content): number => Math.ceil(body.length * 1.5)

/**
 * Sets the headers of a reply, so that browsers and proxies revalidate it on each use.
 *
 * @returns the body as the caller accepts it; undefined where the caller has it already
 */
export async function prepareContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, etag, body, compressed }: Content,
): Promise<Buffer | undefined> {
  const isCompressible = body.length >= COMPRESSED_FROM
  const vary = [reply.getHeader('vary'), isCompressible && 'accept-encoding'].filter(Boolean)
  if (vary.length > 0) void reply.header('vary', vary.join(', '))
  void reply.header('etag', etag).status(status)
  if (!reply.hasHeader('cache-control'))
    void reply.header('cache-control', 'public, max-age=0, must-revalidate')
  if (status === 200 && matches(request.headers['if-none-match'], etag)) {
    void reply.status(304).removeHeader('content-type')
    return undefined
  }
  void reply.type(type)
  const accepted = isCompressible ? new Negotiator(request).encodings(ENCODINGS) : []
  const encoding = ENCODINGS.find((one) => accepted.includes(one))
  if (encoding === undefined) return body
  void reply.header('content-encoding', encoding)
  return (compressed[encoding] ??= compress[encoding](body))
}

/**
 * The ETag of a reply's content. Weak, because a proxy may compress it.
 *
 * The plugin @fastify/etag does not fit: it tags failures and writes too, and compares If-None-Match as one string, while
 * browsers and proxies send lists, `*` and weak tags.
 */
export const etagOf = (content: string | Buffer): string => `W/"${hash('sha1', content, 'base64url')}"`

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '')

/** Whether `If-None-Match` names this content. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}
