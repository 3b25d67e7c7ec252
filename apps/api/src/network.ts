import ipaddr from 'ipaddr.js'

/**
 * The address by which callers are counted. IPv6 hands out whole networks: one caller may use any of the 2^64
 * addresses of a /64. IPv4 within IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(':')}/64` : parsed.toString()
}

/** The network that one subscriber can have at most: an IPv4 /24 or an IPv6 /48, which holds 65,536 of `networkOf`. */
export function wideNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts.slice(0, 3).join(':')}/48`
    : `${parsed.octets.slice(0, 3).join('.')}/24`
}
