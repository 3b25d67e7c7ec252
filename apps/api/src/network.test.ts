import { describe, expect, it } from 'vitest'
import { networkOf } from './network.ts'

describe('the network by which callers are counted', () => {
  it('is the address itself for IPv4', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
    expect(networkOf('192.0.2.8')).not.toBe(networkOf('192.0.2.7'))
  })

  it('is the /64 for IPv6', () => {
    expect(networkOf('2001:db8:1:2:3::1')).toBe(networkOf('2001:db8:1:2:ffff:1::9'))
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
  })

  it('is the IPv4 address within IPv6', () => {
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'))
  })

  it('is the text itself for what is not an address', () => {
    expect(networkOf('unknown')).toBe('unknown')
    expect(networkOf('')).toBe('')
  })
})
