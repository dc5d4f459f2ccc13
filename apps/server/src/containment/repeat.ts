import type { Faults } from './faults.ts'

/** A job that is done again and again. */
export type Repeated = {
  /** Begins no further run; settles when the one at work is over. */
  stop(): Promise<void>
}

/** Does `work` every so many ms, but never twice at a time. What it throws ends one run; the next one comes. */
export function repeat(faults: Faults, everyMs: number, work: () => unknown): Repeated {
  let working: Promise<void> | null = null

  async function run(): Promise<void> {
    try {
      await work()
    } catch (error) {
      faults.report('job', error)
    }
  }

  const begin = () => {
    working ??= run().finally(() => {
      working = null
    })
  }
  const timer = setInterval(() => faults.contained('job', begin), everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await working
    },
  }
}
