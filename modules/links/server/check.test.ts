import type { Net, NetAnswer } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { checkAll } from './check.ts'

test('only a few links are checked at a time, and each once', async () => {
  let open = 0
  let max = 0
  const asked: string[] = []
  async function request(url: string): Promise<NetAnswer> {
    asked.push(url)
    max = Math.max(max, ++open)
    await new Promise(setImmediate)
    open--
    return { status: 200 } as NetAnswer
  }
  const urls = Array.from({ length: 24 }, (_, n) => `https://a.test/${n}`)
  const tools = { net: { request } as Net, signal: new AbortController().signal }
  const checks = await checkAll([...urls, ...urls], tools)
  expect(checks.map(({ url }) => url)).toEqual(urls)
  expect(asked.toSorted()).toEqual(urls.toSorted())
  expect(max).toBe(6)
})
