/**
 * Fetches pictures from the web. Addresses are untrusted, so a fetch calls only public http and https addresses on
 * their default ports, checks the address after the name is resolved, calls that very address, and follows no redirects.
 */
import type { LookupAddress } from 'node:dns'
import { lookup as lookupName } from 'node:dns/promises'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isIP } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { PictureRejected } from '../../features/media/picture-rejected.ts'

export const PICTURE_BYTES = 10 * 1024 * 1024
const FETCH_TIMEOUT_MS = 10_000
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

export interface FetchGuard {
  resolve: (host: string) => Promise<LookupAddress[]>
  mayCall: (address: string) => boolean
  mayUsePort: (port: string) => boolean
  timeoutMs: number
}

export const PUBLIC_ADDRESSES_ONLY: FetchGuard = {
  resolve: (host) => lookupName(host, { all: true }),
  mayCall: isOnPublicInternet,
  mayUsePort: (port) => port === '',
  timeoutMs: FETCH_TIMEOUT_MS,
}

/** @throws PictureRejected */
export async function fetchPicture(
  address: string,
  guard: FetchGuard = PUBLIC_ADDRESSES_ONLY,
): Promise<Buffer> {
  const url = parseUrl(address, guard)
  const signal = AbortSignal.timeout(guard.timeoutMs)
  try {
    return await readReply(await call(url, guard, signal))
  } catch (error) {
    if (signal.aborted) throw new PictureRejected('The server took too long to send the picture')
    if (error instanceof PictureRejected) throw error
    const { message, code } = error as NodeJS.ErrnoException
    throw new PictureRejected('The picture could not be fetched', message || code)
  }
}

function parseUrl(address: string, guard: FetchGuard): URL {
  if (!URL.canParse(address)) throw new PictureRejected('Not an address')
  const url = new URL(address)
  if (!['http:', 'https:'].includes(url.protocol))
    throw new PictureRejected('Only http and https are fetched')
  if (url.username !== '' || url.password !== '') throw new PictureRejected('The address contains a login')
  if (!guard.mayUsePort(url.port)) throw new PictureRejected('The address contains a port')
  return url
}

function call(url: URL, guard: FetchGuard, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  // A number is called without looking it up.
  if (isIP(host) !== 0) checkAddresses([{ address: host }], guard)
  const lookup = callbackify(async (name: string, _options: object) => {
    const found = await guard.resolve(name)
    checkAddresses(found, guard)
    return found
  })
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    get(url, { lookup, signal, headers, agent: false }, resolve).on('error', reject)
  })
}

/** Rejects a name if any of its addresses is private. */
function checkAddresses(found: { address: string }[], guard: FetchGuard): void {
  if (found.length === 0 || !found.every(({ address }) => guard.mayCall(address)))
    throw new PictureRejected('The address is in a private network')
}

async function readReply(reply: IncomingMessage): Promise<Buffer> {
  const { statusCode = 0 } = reply
  try {
    if (statusCode >= 300 && statusCode < 400)
      throw new PictureRejected('The address redirects to another one')
    if (statusCode !== 200) throw new PictureRejected(`The server answered ${statusCode}`)
    if (Number(reply.headers['content-length'] ?? 0) > PICTURE_BYTES) throw tooLarge()
    return await bytesOf(reply)
  } finally {
    reply.destroy()
  }
}

export const tooLarge = (): PictureRejected =>
  new PictureRejected(`The picture is larger than ${PICTURE_BYTES / 1024 / 1024} MiB`)

/** Reads a stream to its end, or up to the size limit. */
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

/**
 * Whether an address is on the public internet: not in a private network, not a cloud's metadata service, and
 * not an address that contains another one (IPv4 within IPv6, tunnels).
 */
function isOnPublicInternet(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  // Only 2000::/3 is allocated for public use; this also excludes IPv4 within IPv6 (::/96).
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST, 3)) return false
  return parsed.range() === 'unicast'
}
