import { afterAll, beforeAll, vi } from 'vitest'

const STOPPED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const

/** Options of `expect.poll` under which no time passes: by default each poll advances time by its interval. */
export const withoutAdvancingTime = { interval: 0 }

/** Advances time, and runs timers that are due. */
export type Advance = (ms: number) => Promise<unknown>

const stop = () => void vi.useFakeTimers({ toFake: [...STOPPED] })
const advance: Advance = (ms) => vi.advanceTimersByTimeAsync(ms)

/**
 * Stops the clocks and timers of this process while `work` runs; only `advance` moves time. Sockets and databases keep
 * working. Earlier timers keep running; timers that `work` leaves behind never fire.
 */
export async function inStoppedTime(work: (advance: Advance) => Promise<void>): Promise<void> {
  stop()
  try {
    await work(advance)
  } finally {
    vi.useRealTimers()
  }
}

/** Stops clocks and timers for the rest of a test file. */
export function stoppedTime(): Advance {
  beforeAll(stop)
  afterAll(() => void vi.useRealTimers())
  return advance
}
