import { type NetAnswer, type NetRequest, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { accessOf, askCalendar } from './ask.ts'

const window = { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-12-01T00:00:00Z') }

/** Asks a server that answers these statuses, one after the other. */
async function ask(statuses: number[], form: { address?: string; user?: string; password?: string } = {}) {
  const requests: (NetRequest & { url: string })[] = []
  async function request(url: string, options: NetRequest = {}): Promise<NetAnswer> {
    requests.push({ ...options, url })
    const status = statuses[requests.length - 1] ?? 500
    return { status, headers: {}, body: Buffer.from(`${status}`), retryAfterMs: 60_000, json: () => null }
  }
  const { address = 'https://a.test/cal', user = '', password = '' } = form
  const tools = { net: { request } } as unknown as Tools
  const answer = await askCalendar(2, { address, user, password }, tools, window).catch((error: SourceError) => error)
  return { requests, answer, methods: requests.map(({ method = 'GET' }) => method) }
}

test('a calendar without a user is fetched without credentials', async () => {
  const { requests, answer, methods } = await ask([200])
  expect(methods).toEqual(['GET'])
  expect(requests[0]?.headers).toEqual({ accept: 'text/calendar' })
  expect(answer).toMatchObject({ slot: 2, isMultistatus: false })
})

test('a calendar with a user is requested by CalDAV for its time range', async () => {
  const { requests, answer, methods } = await ask([207], { user: 'ada', password: 'pass' })
  expect(methods).toEqual(['REPORT'])
  expect(requests[0]?.headers?.authorization).toBe(`Basic ${btoa('ada:pass')}`)
  expect(requests[0]?.body).toContain('<C:time-range start="20261101T000000Z" end="20261201T000000Z"/>')
  expect(answer).toMatchObject({ slot: 2, isMultistatus: true })
})

test.each([200, 400, 404, 405, 415, 422, 501])(
  'a server that answers %i to CalDAV is asked for a file with the same credentials',
  async (status) => {
    const { requests, answer, methods } = await ask([status, 200], { user: 'ada', password: 'pass' })
    expect(methods).toEqual(['REPORT', 'GET'])
    expect(requests[1]?.headers?.authorization).toBe(`Basic ${btoa('ada:pass')}`)
    expect(answer).toMatchObject({ isMultistatus: false })
  },
)

test.each([
  [401, 'The calendar asks for another name or password', undefined],
  [403, 'The calendar asks for another name or password', undefined],
  [404, 'The calendar answered with an error (404)', 60_000],
  [503, 'The calendar answered with an error (503)', 60_000],
])('the answer %i is explained in plain words', async (status, text, retryAfterMs) => {
  const { answer } = await ask([status])
  expect(answer).toBeInstanceOf(SourceError)
  expect(answer).toMatchObject({ message: text, retryAfterMs })
})

test('a refused password is not tried again for a file', async () => {
  const { answer, methods } = await ask([403], { user: 'ada', password: 'wrong' })
  expect([methods, (answer as Error).message]).toEqual([['REPORT'], 'The calendar asks for another name or password'])
})

test.each([
  ['webcal://a.test/x', 'https://a.test/x'],
  ['WEBCALS://a.test/x', 'https://a.test/x'],
  ['http://a.test/x', 'http://a.test/x'],
])('the address %s is fetched as %s', async (address, url) => {
  expect((await ask([200], { address })).requests[0]?.url).toBe(url)
})

test.each(['ftp://a.test', 'a.test', 'https://', 'webcal://'])('the address “%s” is refused', async (address) => {
  const { answer, requests } = await ask([200], { address })
  expect((answer as Error).message).toBe('The address of a calendar begins with https:// or webcal://')
  expect(requests).toEqual([])
})

test('a form without an address has no calendar in that place', () => {
  expect(accessOf({ address1: '  ', user1: 'ada' }, 1)).toBeNull()
  expect(accessOf({ address2: ' https://a.test ' }, 2)).toEqual({ address: 'https://a.test', user: '', password: '' })
})
