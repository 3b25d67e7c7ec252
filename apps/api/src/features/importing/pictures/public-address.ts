import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address belongs to the public internet: no machine of one's own network, no cloud's metadata
 * service, no address that hides another (IPv4 within IPv6, tunnels).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  return ipaddr.parse(address).range() === 'unicast'
}
