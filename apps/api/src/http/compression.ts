/** Compresses what is kept in memory and sent many times. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** The best first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export const compress: Record<Encoding, (content: string | Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content),
}

/** The best encoding that a caller accepts; null for none. */
export function encodingFor({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const accepted = (headers['accept-encoding'] ?? '').split(',')
  const accepts = (encoding: string) =>
    accepted.some((part) => {
      const [name = '', quality = ''] = part.split(';')
      return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality)
    })
  return ENCODINGS.find(accepts) ?? null
}
