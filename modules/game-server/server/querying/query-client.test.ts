import { SourceError } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { net } from '../testing/tools.ts'
import { createQueryClient } from './query-client.ts'
import { startThread } from './thread.ts'

const script = new URL('../testing/unruly-thread.ts', import.meta.url)
/** Shorter than the product's: a busy machine gives a thread little of its processors. */
const HUNG_MS = 300
const { signal } = new AbortController()
const task = (host: string, ownerKey = host) => ({ query: { type: 'x', host, port: 1 }, ownerKey, net, signal })

test.each(['hang', 'swell', 'throw', 'exit', 'babble'])(
  'a query that ends the thread (%s) fails alone, and the others are answered',
  async (unruly) => {
    const client = createQueryClient({ script, hungMs: HUNG_MS })
    const answers = [task('a'), task(unruly), task('b')].map(client.query)
    const [a, bad, b] = await Promise.allSettled(answers)
    expect(a).toMatchObject({ status: 'fulfilled', value: { map: 'a' } })
    expect(b).toMatchObject({ status: 'fulfilled', value: { map: 'b' } })
    const reason = new SourceError('The game server’s answer is too much to read')
    expect(bad).toMatchObject({ status: 'rejected', reason })
    // The unruly game server is asked alone from now on, and ends no other user's query.
    const again = client.query(task(unruly)).catch((error) => error)
    expect((await client.query(task('c'))).map).toBe('c')
    expect(await again).toEqual(reason)
    expect((await client.query(task('d'))).map).toBe('d')
  },
)

test('a thread that waits for its turn on a busy machine is not ended', async () => {
  let lost = 0
  const thread = startThread(script, () => void lost++, HUNG_MS)
  const waiting = thread.query(task('starve'))
  expect((await thread.query(task('a'))).map).toBe('a')
  expect((await waiting).map).toBe('starve')
  expect(lost).toBe(0)
  thread.end()
})

test('no thread runs before the first query or after a while without queries', async () => {
  const client = createQueryClient({ script, idleMs: 50 })
  expect(client.isAtWork()).toBe(false)
  await client.query(task('a'))
  expect(client.isAtWork()).toBe(true)
  await expect.poll(client.isAtWork).toBe(false)
  expect((await client.query(task('a'))).map).toBe('a')
})

test('a query that comes in the idle time is answered, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = createQueryClient({ script })
  const { version: thread } = await client.query(task('a'))
  await vi.advanceTimersByTimeAsync(20_000)
  const answer = client.query(task('b'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answer).toMatchObject({ map: 'b', version: thread })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(client.isAtWork()).toBe(false)
})

test('an aborted query is rejected at once', async () => {
  const client = createQueryClient({ script, hungMs: HUNG_MS })
  const stopping = new AbortController()
  const answer = client.query({ ...task('a'), signal: stopping.signal })
  stopping.abort(new Error('nobody looks'))
  await expect(answer).rejects.toThrow('nobody looks')
})

test('more queries than the queue holds are rejected, and the others are answered', async () => {
  const client = createQueryClient({ script, hungMs: HUNG_MS })
  const results = await Promise.allSettled(Array.from({ length: 300 }, (_, n) => client.query(task(`s${n}`))))
  const answered = results.filter(({ status }) => status === 'fulfilled')
  // 64 are asked at once, and 200 wait.
  expect(answered).toHaveLength(264)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: new SourceError('Too many game servers are asked at a time'),
  })
})

test('a user whose servers end the thread does not delay other users', async () => {
  const client = createQueryClient({ script, hungMs: HUNG_MS })
  // One after the other they would take longer than anybody waits.
  const eve = Array.from({ length: 20 }, (_, n) => ({
    ...task('exit', 'eve'),
    query: { type: 'x', host: 'exit', port: n },
  }))
  const first = eve.map((query) => client.query(query).catch((error) => error))
  const order: string[] = []
  const [, ...others] = first
  void Promise.allSettled(others).then(() => order.push('eve'))
  expect((await client.query(task('a', 'ada'))).map).toBe('a')
  order.push('ada')
  await Promise.all(first)
  expect(order[0]).toBe('ada')
})

test('a user whose query ended the thread gets a separate thread for the next one', async () => {
  const client = createQueryClient({ script, hungMs: HUNG_MS })
  await client.query(task('exit', 'eve')).catch(() => undefined)
  const before = await client.query(task('a', 'ada'))
  await expect(client.query(task('throw', 'eve'))).rejects.toThrow('too much to read')
  const after = await client.query(task('b', 'ada'))
  expect(after.version).toBe(before.version)
})

test('servers of a user who ended the thread are queried together with others again after ten minutes, even if the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = createQueryClient({ script, hungMs: HUNG_MS, idleMs: 50 })
  await client.query(task('exit', 'eve')).catch(() => undefined)
  vi.setSystemTime(Date.now() - 3_600_000)
  /** True if one thread queries both, once the threads before have ended. */
  async function areTogether() {
    await expect.poll(client.isAtWork, { interval: 0 }).toBe(false)
    const [eve, ada] = await Promise.all([task('a', 'eve'), task('b', 'ada')].map(client.query))
    return eve?.version === ada?.version
  }
  vi.advanceTimersByTime(599_000)
  expect(await areTogether()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(await areTogether()).toBe(true)
})
