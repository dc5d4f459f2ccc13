import { expect, test } from 'vitest'
import { serverAddresses } from '#server/net/server-addresses.ts'

const ipv4 = (address: string, internal = false) => ({ address, internal, family: 'IPv4' as const })
const interfaces = {
  lo: [ipv4('127.0.0.1', true), { address: '::1', internal: true, family: 'IPv6' as const }],
  wlan0: [ipv4('192.168.1.20'), { address: 'fe80::1', internal: false, family: 'IPv6' as const }],
  eth1: [ipv4('169.254.7.7')],
  docker0: [ipv4('172.17.0.1')],
}

test.each([
  ['127.0.0.1', ['http://127.0.0.1:3000']],
  ['192.168.1.20', ['http://192.168.1.20:3000']],
  ['::1', ['http://[::1]:3000']],
  ['0.0.0.0', ['http://127.0.0.1:3000', 'http://192.168.1.20:3000']],
  ['::', ['http://127.0.0.1:3000', 'http://192.168.1.20:3000']],
])('a server that listens on %s can be opened at %j', (host, addresses) => {
  expect(serverAddresses(host, 3000, interfaces)).toEqual(addresses)
})
