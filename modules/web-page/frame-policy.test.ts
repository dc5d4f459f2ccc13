import { expect, test } from 'vitest'
import { blockingHeader } from './frame-policy.ts'

const OWN = 'https://tower.example.org'
const page = new URL('https://status.example.org/today')

test.each([
  [{}, null],
  [{ 'x-frame-options': 'DENY' }, 'X-Frame-Options'],
  [{ 'x-frame-options': ' SameOrigin' }, 'X-Frame-Options'],
  [{ 'x-frame-options': 'ALLOWALL' }, null],
  [{ 'content-security-policy': "default-src 'self'" }, null],
  [{ 'content-security-policy': "frame-ancestors 'none'" }, 'Content-Security-Policy'],
  [{ 'content-security-policy': "script-src 'self'; Frame-Ancestors 'self'" }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors *' }, null],
  [{ 'content-security-policy': 'frame-ancestors https:' }, null],
  [{ 'content-security-policy': 'frame-ancestors http:' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors https://tower.example.org' }, null],
  [{ 'content-security-policy': 'frame-ancestors https://tower.example.org:443/' }, null],
  [{ 'content-security-policy': 'frame-ancestors *.example.org' }, null],
  [{ 'content-security-policy': 'frame-ancestors *.ower.example.org' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors *.tower.example.org' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors *.example.com other.example.org' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, null],
  [{ 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'ALLOWALL' }, 'Content-Security-Policy'],
])('with the headers %j, framing is blocked by %s', (headers, header) => {
  expect(blockingHeader(headers as Record<string, string>, page, OWN)).toBe(header)
})

test("a page of this server may be framed by this server under SAMEORIGIN and 'self'", () => {
  expect(blockingHeader({ 'x-frame-options': 'SAMEORIGIN' }, new URL('/', OWN), OWN)).toBeNull()
  expect(blockingHeader({ 'content-security-policy': "frame-ancestors 'self'" }, new URL('/', OWN), OWN)).toBeNull()
})

test('host sources count as allowed while the address of this server is not known', () => {
  expect(blockingHeader({ 'content-security-policy': 'frame-ancestors *.example.com' }, page, undefined)).toBeNull()
  expect(blockingHeader({ 'content-security-policy': "frame-ancestors 'self'" }, page, undefined)).not.toBeNull()
})
