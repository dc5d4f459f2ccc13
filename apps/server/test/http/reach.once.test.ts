import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { isForOthers, isFromThisMachine, isRequestForOthers } from '#server/http/reach.ts'

/** Settings of a server that serves only its own machine. */
const forThisMachine = { HOST: '127.0.0.1', PUBLIC_URL: undefined, ALLOWED_HOSTS: [] }
const here = { host: 'localhost:3000' }
const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string>, httpVersion = '1.1') =>
  ({ socket: { remoteAddress }, headers, raw: { httpVersion } }) as unknown as FastifyRequest

test.each([
  ['127.0.0.1', here, forThisMachine, true],
  ['::1', { host: '[::1]:3000' }, forThisMachine, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.2' }, forThisMachine, true],
  ['127.0.0.1', { host: 'box.localhost' }, forThisMachine, true],
  ['192.0.2.1', here, forThisMachine, false],
  [undefined, here, forThisMachine, false],
  ['127.0.0.1', { host: 'box.example.org' }, forThisMachine, false],
  ['127.0.0.1', {}, forThisMachine, false],
  ['127.0.0.1', { ...here, 'x-forwarded-for': '127.0.0.1' }, forThisMachine, false],
  ['127.0.0.1', { ...here, 'x-forwarded-host': 'a' }, forThisMachine, false],
  ['127.0.0.1', { ...here, via: '1.1 proxy' }, forThisMachine, false],
  ['127.0.0.1', { ...here, forwarded: 'for=127.0.0.1' }, forThisMachine, false],
  ['127.0.0.1', { ...here, origin: 'http://localhost:5173' }, forThisMachine, true],
  ['127.0.0.1', { ...here, origin: 'https://box.example.org' }, forThisMachine, false],
  ['127.0.0.1', { ...here, referer: 'https://box.example.org/register' }, forThisMachine, false],
  ['127.0.0.1', { ...here, origin: 'null' }, forThisMachine, false],
  ['127.0.0.1', here, { ...forThisMachine, PUBLIC_URL: 'http://localhost:3000' }, true],
  ['127.0.0.1', here, { ...forThisMachine, PUBLIC_URL: 'https://box.example.org' }, false],
  ['127.0.0.1', here, { ...forThisMachine, ALLOWED_HOSTS: ['box'] }, false],
  ['127.0.0.1', here, { ...forThisMachine, HOST: '0.0.0.0' }, true],
] as const)(
  'a request from %s with %j at %j counts as made on this machine: %s',
  (from, headers, settings, expected) => {
    expect(
      isFromThisMachine(requestFrom(from, headers), { ...settings, ALLOWED_HOSTS: [...settings.ALLOWED_HOSTS] }),
    ).toBe(expected)
  },
)

test('a request of HTTP/1.0, as from a proxy that adds no headers, does not count as made on this machine', () => {
  expect(isFromThisMachine(requestFrom('127.0.0.1', here, '1.0'), forThisMachine)).toBe(false)
})

test.each([
  [forThisMachine, false],
  [{ ...forThisMachine, HOST: 'localhost' }, false],
  [{ ...forThisMachine, HOST: '::1' }, false],
  [{ ...forThisMachine, HOST: '0.0.0.0' }, true],
  [{ ...forThisMachine, PUBLIC_URL: 'https://box.example.org' }, true],
  [{ ...forThisMachine, ALLOWED_HOSTS: ['box'] }, true],
])('a server with the settings %j is for other machines: %s', (settings, expected) => {
  expect(isForOthers(settings)).toBe(expected)
  expect(isRequestForOthers(requestFrom('127.0.0.1', here), settings)).toBe(expected)
  expect(isRequestForOthers(requestFrom('127.0.0.1', { host: 'box.example.org' }), settings)).toBe(true)
})
