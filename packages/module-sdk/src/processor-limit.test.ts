import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitProcessorTime } from './processor-limit.ts'

const LIMIT_MS = 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A thread that has used this much processor time of each kind, in ms. */
function threadOf(usage: { user: number; system: number }) {
  const onOver = vi.fn()
  const cpuUsage = async () => ({ user: usage.user * 1000, system: usage.system * 1000 })
  const stop = limitProcessorTime({ cpuUsage } as unknown as Worker, LIMIT_MS, onOver)
  return { onOver, stop }
}

test('a thread that waits for its turn may take ten times its processor time, and no more', async () => {
  const { onOver, stop } = threadOf({ user: 10, system: 10 })
  await vi.advanceTimersByTimeAsync(10 * LIMIT_MS)
  expect(onOver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(LIMIT_MS)
  expect(onOver).toHaveBeenCalled()
  stop()
})

test('a thread is over its limit by user and system time together', async () => {
  const { onOver, stop } = threadOf({ user: 600, system: 600 })
  await vi.advanceTimersByTimeAsync(LIMIT_MS / 2)
  expect(onOver).toHaveBeenCalled()
  stop()
})

test('a watch that was stopped reports nothing', async () => {
  const { onOver, stop } = threadOf({ user: 600, system: 600 })
  stop()
  await vi.advanceTimersByTimeAsync(20 * LIMIT_MS)
  expect(onOver).not.toHaveBeenCalled()
})
