import { type NetAnswer, type NetRequest, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { source } from './server.ts'

const address = 'https://status.test/today'
type Reply = { status: number; headers?: Record<string, string> }

/** Reads a page whose server answers HEAD and GET so; null stands for no answer. */
async function read(replies: Partial<Record<string, Reply>>, previous: Parameters<typeof source.fetch>[2] = null) {
  const requests: string[] = []
  async function request(_url: string, { method = 'GET' }: NetRequest = {}): Promise<NetAnswer> {
    requests.push(method)
    const reply = replies[method]
    if (!reply) throw new SourceError('The other server does not answer')
    return { headers: {}, ...reply, body: Buffer.alloc(0), retryAfterMs: undefined, json: () => null }
  }
  let framed = 0
  const tools = { net: { request }, settings: {}, framed: () => `/framed/${++framed}` } as unknown as Tools
  return { page: await source.fetch({ address }, tools, previous), requests }
}
const refusing = { 'x-frame-options': 'DENY' }

test.each<[string, Partial<Record<string, Reply>>, string[], string | null]>([
  ['answers HEAD', { HEAD: { status: 200, headers: refusing } }, ['HEAD'], 'X-Frame-Options'],
  [
    'knows only GET',
    { HEAD: { status: 405 }, GET: { status: 200, headers: refusing } },
    ['HEAD', 'GET'],
    'X-Frame-Options',
  ],
  ['lets itself be framed', { HEAD: { status: 200 } }, ['HEAD'], null],
  ['does not answer', {}, ['HEAD'], null],
])('a page that %s has its refusal read', async (_name, replies, methods, refusal) => {
  const { page, requests } = await read(replies)
  expect(page).toEqual({ address, framed: '/framed/1', refusal })
  expect(requests).toEqual(methods)
})

test('a page keeps the path of its frame, so that it is not loaded again', async () => {
  const { page } = await read({ HEAD: { status: 200 } }, { address, framed: '/framed/known', refusal: null })
  expect(page.framed).toBe('/framed/known')
})

test('a fault of ours is not taken for a page that does not answer', async () => {
  const tools = { net: { request: () => Promise.reject(new TypeError('fault')) }, settings: {}, framed: () => '' }
  await expect(source.fetch({ address }, tools as unknown as Tools, null)).rejects.toThrow('fault')
})

test.each(['', 'status.test', 'ftp://status.test'])('the address “%s” is not enough', (text) => {
  expect(source.missing?.({ address: text })).toBe("Enter an address in this module's settings.")
})
