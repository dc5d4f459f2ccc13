import { expect, test } from 'vitest'
import { returnAddress } from '#server/integrations/return-address.ts'

const noSettings = { origins: [] }
const withPublicUrl = { publicUrl: 'https://atalaya.example.org', origins: [] }

test.each([
  ['http://127.0.0.1:3000', '127.0.0.1:3000', noSettings],
  ['http://[::1]:3000', '[::1]:3000', noSettings],
  ['https://nas.local', 'nas.local', noSettings],
  // A proxy in front of the server may send another host name.
  ['https://atalaya.example.org', 'inner:3000', withPublicUrl],
  ['https://boards.example.org', 'inner:3000', { origins: ['https://boards.example.org'] }],
])('Spotify can redirect to a page at %s', (origin, host, settings) => {
  expect(returnAddress(origin, host, settings)).toEqual({ redirectUri: `${origin}/spotify-callback`, problem: null })
})

test.each([
  ['http://192.168.1.20:3000', '192.168.1.20:3000', noSettings, 'Serve Atalaya over https'],
  ['http://localhost:3000', 'localhost:3000', noSettings, 'Open http://127.0.0.1:3000 instead.'],
  ['http://192.168.1.20:3000', '192.168.1.20:3000', withPublicUrl, 'Open https://atalaya.example.org instead.'],
  ['http://127.0.0.1.evil.example', '127.0.0.1.evil.example', noSettings, 'only works with https'],
  ['https://evil.example', 'nas.local', withPublicUrl, 'does not belong to this server'],
  ['http://127.0.0.1:4000', '127.0.0.1:3000', noSettings, 'does not belong to this server'],
])('a page at %s gets the reason for the refusal', (origin, host, settings, words) => {
  const { redirectUri, problem } = returnAddress(origin, host, settings)
  expect(redirectUri).toBe(null)
  expect(problem).toContain(words)
})
