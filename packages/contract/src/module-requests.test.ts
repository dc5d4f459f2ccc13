import { describe, expect, test } from 'vitest'
import { moduleRequest, originOf } from './module-requests.ts'
import { manifest, permissionsOf } from './modules.ts'

describe('the origin of a request', () => {
  test.each([
    ['https://api.example.org/v1/{id}?q={q}', 'https://api.example.org'],
    ['http://api.example.org:8080/', 'http://api.example.org:8080'],
    ['https://API.example.org/x', null],
    ['https://{host}/x', null],
    ['https://api.{zone}.example.org/x', null],
    ['https://api.example.org{path}', null],
    ['https://api.example.org:{port}/x', null],
    ['{url}', null],
    ['https://user:secret@api.example.org/x', null],
    ['https://api.example.org', null],
    ['https:api.example.org/x', null],
    ['https:\\\\api.example.org/x', null],
    ['ftp://api.example.org/x', null],
    ['file:///etc/passwd', null],
    ['/relative', null],
  ])('%s is %s', (url, origin) => {
    expect(originOf(url)).toBe(origin)
  })
})

test.each([
  ['host', 'x'],
  ['cookie', 'x'],
  ['Authorization', 'x'],
  ['content-length', '3'],
])('a request may not set the header %s', (name, value) => {
  const url = 'https://api.example.org/'
  expect(moduleRequest.safeParse({ url, headers: { [name]: value } }).success).toBe(false)
  expect(moduleRequest.safeParse({ url, headers: { 'x-key': '{config.key}' } }).success).toBe(true)
})

test.each([
  [{ keepSeconds: 60 }, true],
  [{ keepSeconds: 9 }, false],
  [{ keepSeconds: 86_401 }, false],
  [{ keepSeconds: 60, method: 'POST' }, false],
])('the time to cache the answer of a request is valid: %j, %s', (fields, isValid) => {
  expect(moduleRequest.safeParse({ url: 'https://api.example.org/', ...fields }).success).toBe(isValid)
})

test('the permissions of a manifest list the origins of its requests, each once', () => {
  const base = { id: 'a', name: 'A', version: '1.0.0', size: { width: 1, height: 1 }, entry: 'index.js' }
  const requests = {
    one: { url: 'https://b.example.org/1' },
    two: { url: 'https://b.example.org/2' },
    three: { url: 'http://a.example.org/3' },
  }
  const permissions = permissionsOf(manifest.parse({ ...base, requests, permissions: { agents: 'read' } }))
  expect(permissions).toEqual({
    origins: ['http://a.example.org', 'https://b.example.org'],
    agents: true,
    storage: false,
  })
  expect(permissionsOf(manifest.parse(base))).toEqual({ origins: [], agents: false, storage: false })
})
