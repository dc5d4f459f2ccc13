import { describe, expect, test } from 'vitest'
import { addressOf, ipv6SiteOf, networkOf, seemNear } from '#server/http/address.ts'

describe('B6 addresses', () => {
  test.each([
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['not an address', 'not an address'],
    ['x'.repeat(65), 'x'.repeat(64)],
  ])('are normalized: %s becomes %s', (ip, expected) => expect(addressOf({ ip })).toBe(expected))

  test('of IPv6 are grouped by /64, and those of IPv4 are not grouped', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  })

  test('of IPv6 are grouped by /48 for customers with many networks', () => {
    expect(ipv6SiteOf('2001:db8:1:2::1')).toBe(ipv6SiteOf('2001:db8:1:ffff::1'))
    expect(ipv6SiteOf('2001:db8:0::1')).not.toBe(ipv6SiteOf('2001:db8:1::1'))
    expect(ipv6SiteOf('2001:db8:1:8000::1')).toBe(ipv6SiteOf('2001:db8:1::1'))
    expect(ipv6SiteOf('192.0.2.7')).toBe('192.0.2.7')
  })

  test.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.168.1.7', '10.0.0.1', true],
    ['192.168.1.7', '192.0.2.7', false],
    ['192.0.2.7', '192.168.1.7', false],
    ['not an address', '10.0.0.1', false],
    ['127.0.0.1', 'fe80::1', true],
    ['fd00::1', '10.0.0.1', true],
    ['2001:db8::1', '2001:db8::2', true],
  ])('%s and %s seem near each other: %s', (one, other, expected) => expect(seemNear(one, other)).toBe(expected))
})
