import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pause } from './server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns a function that is true once the promise has settled. */
function trackEnd(promise: Promise<void>) {
  let isOver = false
  void promise.then(() => {
    isOver = true
  })
  return () => isOver
}

test('a pause lasts the requested time', async () => {
  const isOver = trackEnd(pause(1000, new AbortController().signal))
  await vi.advanceTimersByTimeAsync(999)
  expect(isOver()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver()).toBe(true)
})

test('an aborted pause ends at once and leaves no timer behind', async () => {
  const source = new AbortController()
  const isOver = trackEnd(pause(1000, source.signal))
  source.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([0, -5])('a pause of %i ms ends at once', async (ms) => {
  await pause(ms, new AbortController().signal)
  await pause(1000, AbortSignal.abort())
  expect(vi.getTimerCount()).toBe(0)
})
