import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { isForOthers, isFromThisMachine, isRequestForOthers } from '#server/http/reach.ts'

const alone = { HOST: '127.0.0.1', PUBLIC_URL: undefined, ALLOWED_HOSTS: [] }
const here = { host: 'localhost:3000' }
const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string>, httpVersion = '1.1') =>
  ({ socket: { remoteAddress }, headers, raw: { httpVersion } }) as unknown as FastifyRequest

test.each([
  ['127.0.0.1', here, alone, true],
  ['::1', { host: '[::1]:3000' }, alone, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.2' }, alone, true],
  ['127.0.0.1', { host: 'box.localhost' }, alone, true],
  ['192.0.2.1', here, alone, false],
  [undefined, here, alone, false],
  ['127.0.0.1', { host: 'box.example.org' }, alone, false],
  ['127.0.0.1', {}, alone, false],
  ['127.0.0.1', { ...here, 'x-forwarded-for': '127.0.0.1' }, alone, false],
  ['127.0.0.1', { ...here, 'x-forwarded-host': 'a' }, alone, false],
  ['127.0.0.1', { ...here, via: '1.1 proxy' }, alone, false],
  ['127.0.0.1', { ...here, forwarded: 'for=127.0.0.1' }, alone, false],
  ['127.0.0.1', { ...here, origin: 'http://localhost:5173' }, alone, true],
  ['127.0.0.1', { ...here, origin: 'https://box.example.org' }, alone, false],
  ['127.0.0.1', { ...here, referer: 'https://box.example.org/register' }, alone, false],
  ['127.0.0.1', { ...here, origin: 'null' }, alone, false],
  ['127.0.0.1', here, { ...alone, PUBLIC_URL: 'http://localhost:3000' }, true],
  ['127.0.0.1', here, { ...alone, PUBLIC_URL: 'https://box.example.org' }, false],
  ['127.0.0.1', here, { ...alone, ALLOWED_HOSTS: ['box'] }, false],
  ['127.0.0.1', here, { ...alone, HOST: '0.0.0.0' }, true],
] as const)(
  'a request from %s with %j at %j counts as made on this machine: %s',
  (from, headers, settings, expected) => {
    expect(
      isFromThisMachine(requestFrom(from, headers), { ...settings, ALLOWED_HOSTS: [...settings.ALLOWED_HOSTS] }),
    ).toBe(expected)
  },
)

test('a request of HTTP/1.0, as from a silent proxy, does not count as made on this machine', () => {
  expect(isFromThisMachine(requestFrom('127.0.0.1', here, '1.0'), alone)).toBe(false)
})

test.each([
  [alone, false],
  [{ ...alone, HOST: 'localhost' }, false],
  [{ ...alone, HOST: '::1' }, false],
  [{ ...alone, HOST: '0.0.0.0' }, true],
  [{ ...alone, PUBLIC_URL: 'https://box.example.org' }, true],
  [{ ...alone, ALLOWED_HOSTS: ['box'] }, true],
])('a server with the settings %j is for other machines: %s', (settings, expected) => {
  expect(isForOthers(settings)).toBe(expected)
  expect(isRequestForOthers(requestFrom('127.0.0.1', here), settings)).toBe(expected)
  expect(isRequestForOthers(requestFrom('127.0.0.1', { host: 'box.example.org' }), settings)).toBe(true)
})
