import type { Faults } from './faults.ts'

/** A repeated job. */
export type Repeated = {
  /** Begins a run now, unless one is running. */
  begin(): void
  /** Begins no further run; settles when the running one is over. */
  stop(): Promise<void>
}

/** Does `work` every `everyMs`, never twice at a time. An error ends one run, not the next ones. */
export function repeat(faults: Faults, everyMs: number, work: () => unknown): Repeated {
  let working: Promise<void> | null = null

  async function run(): Promise<void> {
    try {
      await work()
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
      await working
    },
  }
}
