import type { Faults } from './faults.ts'

/** A repeated job. */
export type Repeated = {
  /** Begins a run now, unless one is running. */
  begin(): void
  /** Begins no further run, and asks the running one to end; settles when it is over. */
  stop(): Promise<void>
}

/**
 * Does `work` every `everyMs`, never twice at a time. An error ends one run, not the next ones. Work that may take
 * longer than a server has to stop ends early once `stopping` is aborted.
 */
export function repeat(faults: Faults, everyMs: number, work: (stopping: AbortSignal) => unknown): Repeated {
  const controller = new AbortController()
  let working: Promise<void> | null = null

  async function run(): Promise<void> {
    try {
      await work(controller.signal)
    } catch (error) {
      faults.report('job', error)
    }
  }

  const begin = () =>
    faults.contain('job', () => {
      working ??= run().finally(() => {
        working = null
      })
    })
  const timer = setInterval(begin, everyMs)
  timer.unref()
  return {
    begin,
    async stop() {
      clearInterval(timer)
      controller.abort()
      await working
    },
  }
}
