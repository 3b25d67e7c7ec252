import { describe, expect, it } from 'vitest'
import { callerAddress, networkOf } from './network.ts'

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

  it('is the address without the port that a proxy writes behind it', () => {
    expect(networkOf('192.0.2.7:51234')).toBe('192.0.2.7')
    expect(networkOf('[2001:db8:1:2:3::1]:443')).toBe(networkOf('2001:db8:1:2::9'))
    expect(networkOf('[::ffff:192.0.2.1]')).toBe('192.0.2.1')
  })

  it.each([
    '',
    'unknown',
    '0300.0.2.7',
    '3221225991',
    '192.0.2.7:',
    '192.0.2.7:1:2',
    '[192.0.2.7',
    '_hidden',
  ])('is one for all whose address is garbled, as in %j', (address) =>
    expect(networkOf(address)).toBe('unknown'),
  )
})

it('counts a caller whose address a proxy garbles by the last proxy that does not', () => {
  expect(callerAddress({ ip: '192.0.2.7:51234', ips: ['127.0.0.1', '192.0.2.7:51234'] })).toBe(
    '192.0.2.7:51234',
  )
  expect(callerAddress({ ip: '_hidden', ips: ['127.0.0.1', '192.0.2.1', 'x', '_hidden'] })).toBe('192.0.2.1')
  expect(callerAddress({ ip: '' })).toBe('')
})
