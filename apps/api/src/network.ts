import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The port that some proxies write behind an address: `192.0.2.7:51234`, `[2001:db8::1]:443`. */
const PORT = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/

/** The address without a port; null for anything else. */
function plainAddress(text: string): string | null {
  const [, ipv6, ipv4] = PORT.exec(text) ?? []
  const plain = ipv6 ?? ipv4 ?? text
  return isIP(plain) === 0 ? null : plain
}

/**
 * The caller's address, or that of the last proxy before it whose address is one.
 *
 * @param ips from the nearest proxy to the caller; undefined where no proxy is trusted
 */
export const callerAddress = ({ ip, ips }: { ip: string; ips?: string[] | undefined }): string =>
  plainAddress(ip) === null ? (ips?.findLast((one) => plainAddress(one) !== null) ?? ip) : ip

/**
 * The address by which callers are counted. IPv6 hands out whole networks: one caller may use any of the 2^64
 * addresses of a /64. IPv4 within IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (plain === null) return 'unknown'
  const parsed = ipaddr.process(plain)
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(':')}/64` : parsed.toString()
}

/** Also a name in a URL, which has IPv6 addresses in brackets. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host)

const PRIVATE_RANGES = ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** Whether the internet may reach a server that listens on this IP address. */
export const isPublicAddress = (address: string): boolean =>
  !ipaddr.isValid(address) || !PRIVATE_RANGES.includes(ipaddr.process(address).range())

const IPV4_IN_IPV6 = ipaddr.parse('::ffff:0:0')

/**
 * Whether TRUST_PROXY may name this: an IP address, or a network of /8 at most, such as 10.0.0.0/8. An IPv6 network that
 * contains IPv4 addresses is measured by those.
 */
export function isProxyAddress(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const version = isIP(address)
  if (version === 0 || !ipaddr.isValid(address)) return false
  const longest = version === 4 ? 32 : 128
  const length = Number(bits ?? longest)
  const hasIPv4 = version === 6 && ipaddr.parse(address).match(IPV4_IN_IPV6, Math.min(length, 96))
  return length >= (hasIPv4 ? 104 : 8) && length <= longest
}
