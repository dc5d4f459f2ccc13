import { vi } from 'vitest'

const STOPPED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const

/** Options of `expect.poll` under which no time passes: by default each look lets its interval pass. */
export const standing = { interval: 0 }

/** Lets time pass, and runs what is due by then. */
type Pass = (ms: number) => Promise<unknown>

/** Stops the clocks and timers of this process while `work` runs. Sockets and databases go on; only `pass` moves time. */
export async function inStoppedTime(work: (pass: Pass) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: [...STOPPED] })
  try {
    await work((ms) => vi.advanceTimersByTimeAsync(ms))
  } finally {
    vi.useRealTimers()
  }
}
