import { expect, test } from 'vitest'
import { refusalIn } from './refusal.ts'

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
  [{ 'content-security-policy': 'frame-ancestors *.example.com other.example.org' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, null],
  [{ 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'ALLOWALL' }, 'Content-Security-Policy'],
])('%j: refused by %s', (headers, refusal) => {
  expect(refusalIn(headers as Record<string, string>, page, OWN)).toBe(refusal)
})

test('its own pages may be framed by the site itself', () => {
  expect(refusalIn({ 'x-frame-options': 'SAMEORIGIN' }, new URL('/', OWN), OWN)).toBeNull()
  expect(refusalIn({ 'content-security-policy': "frame-ancestors 'self'" }, new URL('/', OWN), OWN)).toBeNull()
})

test('a page that names hosts may mean us while our own address is not known', () => {
  expect(refusalIn({ 'content-security-policy': 'frame-ancestors *.example.com' }, page, undefined)).toBeNull()
  expect(refusalIn({ 'content-security-policy': "frame-ancestors 'self'" }, page, undefined)).not.toBeNull()
})
