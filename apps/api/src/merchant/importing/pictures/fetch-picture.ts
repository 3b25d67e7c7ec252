/**
 * Fetches a picture by its address without being led astray: only http and https on their own ports, only to
 * public addresses (checked after the name is resolved, and that very address is called), no redirects, and
 * never more than 10 MiB or 10 seconds.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as lookupName } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export const PICTURE_BYTES = 10 * 1024 * 1024
const WITHIN_MS = 10_000

/** A picture that cannot be taken; the message says why. */
export class PictureRefused extends Error {}

export interface FetchGuard {
  resolve: (host: string) => Promise<LookupAddress[]>
  mayCall: (address: string) => boolean
  mayUsePort: (port: string) => boolean
  withinMs: number
}

export const STRICT: FetchGuard = {
  resolve: (host) => lookupName(host, { all: true }),
  mayCall: isPublicAddress,
  mayUsePort: (port) => port === '',
  withinMs: WITHIN_MS,
}

/** @throws PictureRefused */
export async function fetchPicture(address: string, guard: FetchGuard = STRICT): Promise<Buffer> {
  const url = checkedUrl(address, guard)
  const signal = AbortSignal.timeout(guard.withinMs)
  try {
    const target = await resolved(url, guard, signal)
    return await read(await call(url, target, signal), signal)
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    if (signal.aborted) throw new PictureRefused('The picture took too long')
    throw new PictureRefused('The picture could not be fetched')
  }
}

function checkedUrl(address: string, guard: FetchGuard): URL {
  if (!URL.canParse(address)) throw new PictureRefused('Not an address')
  const url = new URL(address)
  if (!['http:', 'https:'].includes(url.protocol)) throw new PictureRefused('Only http and https are fetched')
  if (url.username !== '' || url.password !== '') throw new PictureRefused('The address holds a login')
  if (!guard.mayUsePort(url.port)) throw new PictureRefused('The address names a port')
  return url
}

/** The address to call. A name with even one private address is refused. */
async function resolved(url: URL, guard: FetchGuard, signal: AbortSignal): Promise<LookupAddress> {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const family = isIP(host)
  const found = family === 0 ? await abortable(guard.resolve(host), signal) : [{ address: host, family }]
  const [first] = found
  if (!first || !found.every(({ address }) => guard.mayCall(address))) {
    throw new PictureRefused('The address leads into a private network')
  }
  return first
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    ),
  ])
}

function call(url: URL, target: LookupAddress, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [target])
    else done(null, target.address, target.family)
  }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    get(url, { lookup, signal, headers, agent: false }, resolve).on('error', reject)
  })
}

async function read(reply: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const { statusCode = 0 } = reply
  try {
    if (statusCode >= 300 && statusCode < 400) throw new PictureRefused('The address leads on to another one')
    if (statusCode !== 200) throw new PictureRefused(`The server answered ${statusCode}`)
    if (Number(reply.headers['content-length'] ?? 0) > PICTURE_BYTES) throw tooLarge()
    return await bytesOf(reply)
  } finally {
    reply.destroy()
    signal.throwIfAborted()
  }
}

export const tooLarge = (): PictureRefused =>
  new PictureRefused(`The picture is larger than ${PICTURE_BYTES / 1024 / 1024} MiB`)

/** Everything a stream holds, up to the limit. */
export async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > PICTURE_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
