import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const GIVEN_OUT = ipaddr.IPv6.parse('2000::')

/**
 * Whether an address belongs to the public internet: no machine of one's own network, no cloud's metadata
 * service, no address that hides another (IPv4 within IPv6, tunnels).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  // The only block of IPv6 that is given out: leaves out what was once meant for IPv4 within IPv6 (::/96).
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GIVEN_OUT, 3)) return false
  return parsed.range() === 'unicast'
}
