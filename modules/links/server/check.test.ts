import type { Net, NetAnswer, NetRequest } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { checkAll } from './check.ts'

test('only a few links are checked at a time, and each once', async () => {
  let open = 0
  let max = 0
  const requests: string[] = []
  async function request(url: string): Promise<NetAnswer> {
    requests.push(url)
    max = Math.max(max, ++open)
    await new Promise(setImmediate)
    open--
    return { status: 200 } as NetAnswer
  }
  const urls = Array.from({ length: 24 }, (_, n) => `https://a.test/${n}`)
  const tools = { net: { request } as Net, signal: new AbortController().signal }
  const checks = await checkAll([...urls, ...urls], tools)
  expect(checks.map(({ url }) => url)).toEqual(urls)
  expect(requests.toSorted()).toEqual(urls.toSorted())
  expect(max).toBe(6)
})

test.each([
  [200, true],
  [302, true],
  [400, false],
  [401, true],
  [403, true],
  [404, false],
  [503, false],
])('a link that answers with the status %i is up: %s', async (status, isUp) => {
  const net = { request: async () => ({ status }) as NetAnswer } as unknown as Net
  const [check] = await checkAll(['https://a.test/'], { net, signal: new AbortController().signal })
  expect(check).toMatchObject({ isUp, status })
})

test('no further link is checked once nobody watches', async () => {
  const watching = new AbortController()
  let requests = 0
  const net = {
    async request() {
      requests += 1
      watching.abort()
      return { status: 200 } as NetAnswer
    },
  } as unknown as Net
  const urls = Array.from({ length: 24 }, (_, n) => `https://a.test/${n}`)
  await expect(checkAll(urls, { net, signal: watching.signal })).rejects.toThrow()
  expect(requests).toBe(1)
})

test.each([
  [[200], ['HEAD'], true],
  [[405, 200], ['HEAD', 'GET'], true],
  [[501, 500], ['HEAD', 'GET'], false],
])('a server that answers %j is asked by %j, and is up: %s', async (statuses, methods, isUp) => {
  const requests: unknown[] = []
  const net = {
    async request(_url: string, { method }: NetRequest) {
      requests.push(method)
      return { status: statuses[requests.length - 1] } as NetAnswer
    },
  } as unknown as Net
  const [check] = await checkAll(['https://a.test/'], { net, signal: new AbortController().signal })
  expect([requests, check?.isUp, check?.status]).toEqual([methods, isUp, statuses.at(-1)])
})
