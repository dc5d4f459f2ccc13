import { expect, test } from 'vitest'
import { createAnswerCache } from '#server/widget-data/answer-cache.ts'

test('a request that failed for an unknown reason is sent again at the next call', async () => {
  const cache = createAnswerCache({ now: () => 0 })
  let requests = 0
  const ask = async () => {
    requests += 1
    if (requests === 1) throw new Error('a fault of the program')
    return { status: 200, type: 'text/plain', headers: {}, body: Buffer.from('21') }
  }
  const get = () => cache.get({ key: 'weather', keepMs: 60_000, sendRequest: ask })
  await expect(get()).rejects.toThrow('a fault of the program')
  expect((await get()).answer.body.toString()).toBe('21')
  expect(requests).toBe(2)
})
