import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Rollup } from './rollup.ts'
import type { RollupTier } from './tiers.ts'

/** Interval of the check for due jobs. */
export const maintenanceSettings = { maintenanceEveryMs: 5_000 }

/** Wait after the end of a bucket before its roll-up, so that punctual samples are in it at once. */
const LAG_MS = 5_000
const RETENTION_EVERY_MS = 10 * 60_000
/** Retry after a failure, or after another instance had the job: that instance may have crashed. */
const RETRY_MS = 60_000

/** Job that is due `lagMs` after the end of each interval. `run` resolves to true if this instance did it. */
type Job = { everyMs: number; lagMs: number; run(): Promise<boolean> }

type Work = {
  rollup: Pick<Rollup, 'rollUp'>
  removeExpired: () => Promise<void>
  /** Removes surplus records of agents whose records this instance stored; each instance does so. */
  removeSurplus: () => Promise<void>
  tiers: RollupTier[]
  runExclusive: RunExclusive
}

/** Jobs of telemetry: roll-ups, and the removal of data beyond age and size. */
export function telemetryJobs({ rollup, removeExpired, removeSurplus, tiers, runExclusive }: Work): Job[] {
  const onOneInstance = (work: () => Promise<void>) => () => runExclusive('telemetry', work)
  return [
    ...tiers.map((tier) => ({ everyMs: tier.stepMs, lagMs: LAG_MS, run: onOneInstance(() => rollup.rollUp(tier)) })),
    { everyMs: RETENTION_EVERY_MS, lagMs: 2 * LAG_MS, run: () => removeSurplus().then(() => true) },
    { everyMs: RETENTION_EVERY_MS, lagMs: 2 * LAG_MS, run: onOneInstance(removeExpired) },
  ]
}

type Needs = { jobs: Job[]; settings: typeof maintenanceSettings; faults: Faults; now: () => number }

/** Does each job when it is due. */
export function createMaintenance({ jobs, settings, faults, now }: Needs) {
  const planned = jobs.map((job) => ({ ...job, dueAt: 0 }))

  async function runDue(): Promise<void> {
    for (const job of planned) {
      const inMs = job.dueAt - now()
      // A due time further ahead than a job is ever planned means that the clock was set back.
      if (inMs > 0 && inMs <= job.everyMs + job.lagMs) continue
      job.dueAt = (Math.floor(now() / job.everyMs) + 1) * job.everyMs + job.lagMs
      if (!(await job.run())) job.dueAt = Math.min(job.dueAt, now() + RETRY_MS)
    }
  }

  const timer = repeat(faults, settings.maintenanceEveryMs, runDue)
  return { close: timer.stop }
}
