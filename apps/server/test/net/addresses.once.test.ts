import { describe, expect, test } from 'vitest'
import { type AddressRange, mayConnect, parseRange } from '#server/net/addresses.ts'

const ranges = (...texts: string[]) => texts.map(parseRange).filter((range): range is AddressRange => range !== null)

test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(mayConnect(address, [])).toBe(true)
})

describe('without a setting, the server does not connect to', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.168.1.1',
      '169.254.169.254',
      '169.254.0.1',
      '100.64.0.1',
      '100.100.100.200',
      '168.63.129.16',
      '192.0.0.192',
      '192.0.0.8',
      '192.0.2.1',
    ],
    ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:192.168.1.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1'],
    ...['fd00:ec2::254', 'fec0::1', 'ff02::1', '2001:db8::1', '100::1', 'not an address', ''],
  ])('%s', (address) => {
    expect(mayConnect(address, [])).toBe(false)
  })
})

test('a setting opens a network, a single address and their mapped forms, and nothing else', () => {
  const allowed = ranges('192.168.1.0/24', '127.0.0.1', 'fd12::/16')
  expect(mayConnect('192.168.1.20', allowed)).toBe(true)
  expect(mayConnect('::ffff:192.168.1.20', allowed)).toBe(true)
  expect(mayConnect('127.0.0.1', allowed)).toBe(true)
  expect(mayConnect('fd12::5', allowed)).toBe(true)
  expect(mayConnect('192.168.2.20', allowed)).toBe(false)
  expect(mayConnect('127.0.0.2', allowed)).toBe(false)
  expect(mayConnect('::1', allowed)).toBe(false)
})

test('no setting opens link-local, multicast or metadata addresses', () => {
  const everything = ranges('0.0.0.0/0', '::/0')
  for (const address of [
    '169.254.169.254',
    'fe80::1',
    '224.0.0.1',
    '0.0.0.0',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
  ]) {
    expect(mayConnect(address, everything)).toBe(false)
  }
  expect(mayConnect('10.0.0.1', everything)).toBe(true)
})

test.each(['', 'localhost', '192.168.1', '192.168.1.0/33', 'a/8'])('%j is not a range', (text) => {
  expect(parseRange(text)).toBe(null)
})
