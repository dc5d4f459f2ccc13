import { afterAll, beforeAll, vi } from 'vitest'

const STOPPED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const

/** Options of `expect.poll` under which no time passes: by default each look lets its interval pass. */
export const standing = { interval: 0 }

/** Lets time pass, and runs what is due by then. */
export type Pass = (ms: number) => Promise<unknown>

const stop = () => void vi.useFakeTimers({ toFake: [...STOPPED] })
const pass: Pass = (ms) => vi.advanceTimersByTimeAsync(ms)

/**
 * Stops the clocks and timers of this process while `work` runs. Sockets and databases go on; only `pass` moves time.
 * Timers that were set before go on, those that `work` leaves behind never end.
 */
export async function inStoppedTime(work: (pass: Pass) => Promise<void>): Promise<void> {
  stop()
  try {
    await work(pass)
  } finally {
    vi.useRealTimers()
  }
}

/** The same for a whole file, from here to its end. */
export function stoppedTime(): Pass {
  beforeAll(stop)
  afterAll(() => void vi.useRealTimers())
  return pass
}
