import { expect, test } from 'vitest'
import { manifest } from './modules.ts'

const base = { id: 'clock', name: 'Clock', version: '1.0.0', size: { width: 1, height: 1 }, entry: 'index.html' }
const faultAt = (value: object) => manifest.safeParse(value).error?.issues.map(({ path }) => path.join('.'))

test('a manifest can name its own files and a web page', () => {
  const whole = { ...base, preview: 'art/preview.png', fixture: 'fixture.json', homepage: 'https://example.org/clock' }
  expect(manifest.parse(whole)).toEqual(whole)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://example.org/1', 'file:///etc/passwd', '//evil'])(
  'F3 %s is no address of a module',
  (address) => {
    for (const key of ['preview', 'entry', 'fixture', 'configSchema', 'homepage']) {
      expect(faultAt({ ...base, [key]: address })).toEqual([key])
    }
  },
)

test('a manifest can declare 100 requests', () => {
  const requests = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`r${n}`, { url: 'https://api.example.org/v1' }]))
  expect(faultAt({ ...base, requests: requests(100) })).toBeUndefined()
  expect(faultAt({ ...base, requests: requests(101) })).toEqual(['requests'])
})
