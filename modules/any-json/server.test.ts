import { SourceError } from '@atalaya/module-sdk/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf } from './address.ts'
import { recipes } from './recipes.ts'
import { source } from './server.ts'
import { toolsAnswering } from './testing/tools.ts'

const plain = { address: 'https://a.test/x', values: [{ path: 'n' }] }
const missing = (config: object) => source.missing?.(config as never)

describe('an address', () => {
  const hrefOf = (id: string, typed: string) =>
    addressOf(
      recipes.find((recipe) => recipe.id === id),
      typed,
    )?.href ?? null

  test.each([
    ['', 'https://a.test/x?y=1', 'https://a.test/x?y=1'],
    ['', 'a.test', null],
    ['', 'file:///etc/passwd', null],
    ['', 'https://ada:secret@a.test/', null],
    ['pi-hole', 'https://pi.test', 'https://pi.test/api/stats/summary'],
    ['pi-hole', 'https://pi.test/other', 'https://pi.test/other'],
    ['pi-hole', 'evil.test/x?', null],
    ['pi-hole', 'ada@evil.test', null],
    ['pi-hole', '$&', 'http://$&/api/stats/summary'],
    ['github', 'a/b?x#y', 'https://api.github.com/repos/a/b%3Fx%23y'],
    ['power-price', 'ES&x=1', 'https://api.energy-charts.info/price?bzn=ES%26x%3D1'],
    ['air-quality', '40.42', null],
    ['air-quality', '40.42,', null],
  ])('for the recipe “%s” and the text %s is %s', (id, typed, url) => expect(hrefOf(id, typed)).toBe(url))
})

test.each([
  [{}, 'Choose a recipe or enter an address'],
  [{ address: 'nowhere' }, 'Choose a recipe or enter an address'],
  [{ address: 'https://a.test' }, 'Choose which values'],
  [{ ...plain, headerValue: 'x' }, 'Name the header'],
  [{ ...plain, headerName: 'Host', headerValue: 'b.test' }, 'A header “host” can'],
  [{ ...plain, headerName: 'X-Forwarded-For', headerValue: '::1' }, 'A header “x-forwarded-for” can'],
  [{ ...plain, headerName: 'a b', headerValue: 'x' }, 'A header “a b” can'],
  [{ ...plain, headerName: 'X-Key', headerValue: 'a\r\nb: c' }, 'characters that can'],
])('a configuration of %j is incomplete: %s', (config, text) => expect(missing(config)).toContain(text))

test('a header without a value is not sent, and a configured header replaces a default one', async () => {
  const { tools, requests } = toolsAnswering({ n: 1 })
  await source.fetch({ ...plain, headerName: 'X-Key' }, tools, null)
  await source.fetch({ ...plain, headerName: 'Accept', headerValue: 'application/vnd.x+json' }, tools, null)
  expect(requests.map(({ headers }) => headers)).toEqual([
    { accept: 'application/json' },
    { accept: 'application/vnd.x+json' },
  ])
})

test('widgets with the same request share a poller, unless their secret or interval differs', () => {
  const key = (config: object) => JSON.stringify(source.key?.(config as never))
  expect(key({ ...plain, title: 'A', show: 'List', values: [{ path: 'n', label: 'x' }] })).toBe(key(plain))
  const secret = { headerName: 'X-Key', headerValue: 'a' }
  expect(key({ ...plain, ...secret })).not.toBe(key(plain))
  expect(key({ ...plain, ...secret })).not.toBe(key({ ...plain, ...secret, headerValue: 'b' }))
  expect(key({ ...plain, seconds: 10 })).not.toBe(key(plain))
  const interval = source.intervalMs as (config: object) => number
  expect([interval(plain), interval({ seconds: 10 }), interval({ seconds: 1 })]).toEqual([300_000, 10_000, 10_000])
})

describe('paths are suggested', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-25T12:00:00Z'), toFake: ['Date', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
  const suggest = (text: string, form: object, tools: ReturnType<typeof toolsAnswering>['tools']) =>
    source.suggest?.('values.path', text, tools, form as never)

  test('from a sample, requested once while a person types, with the typed header', async () => {
    const { tools, requests } = toolsAnswering({ name: 'nas', cpu: 12 })
    const form = { address: 'https://sample.test/', headerName: 'X-Key', headerValue: 'typed', values: [{}] }
    expect(await suggest('c', form, tools)).toEqual([{ value: 'cpu', label: '12', place: ['cpu'] }])
    expect(await suggest('na', form, tools)).toEqual([{ value: 'name', label: '“nas”', place: ['name'] }])
    expect(requests).toEqual([
      { url: 'https://sample.test/', headers: { accept: 'application/json', 'x-key': 'typed' } },
    ])
    // The time of day does not count: it may be set back.
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(31_000)
    await suggest('nam', form, tools)
    // Another secret may get another answer, so the sample is requested again.
    await suggest('nam', { ...form, headerValue: 'other' }, tools)
    expect(requests).toHaveLength(3)
  })

  test('only with a valid address, and only in the field of a path', async () => {
    const { tools, requests } = toolsAnswering({ n: 1 })
    expect(await suggest('n', {}, tools)).toEqual([])
    expect(await suggest('n', { address: 'https://a.test', headerName: 'Host', headerValue: 'b' }, tools)).toEqual([])
    expect(await source.suggest?.('address', 'n', tools, { address: 'https://a.test' })).toEqual([])
    expect(requests).toEqual([])
  })

  test('only from an answer that could be read', async () => {
    const { tools } = toolsAnswering(new SourceError('The other server’s answer could not be read'))
    await expect(suggest('n', { address: 'https://deep.test' }, tools)).rejects.toThrow('could not be read')
  })
})
