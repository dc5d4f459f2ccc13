import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunAlone } from '#server/db/alone.ts'
import type { Rollup } from './rollup.ts'
import type { RollupTier } from './tiers.ts'

/** Time between two looks for due jobs. */
export const maintenanceSettings = { maintenanceMs: 5_000 }

/** Delay of the roll-up after the end of a step of time. Samples that come in time are in it at once. */
const LAG_MS = 5_000
const RETENTION_MS = 10 * 60_000
/** Retry of a job that failed, or that another instance does: that instance may end. */
const AGAIN_MS = 60_000

/** Job that is due `lagMs` after the end of each step of time. `run` is true if it was done, here. */
type Job = { everyMs: number; lagMs: number; run(): Promise<boolean> }

type Work = {
  rollup: Pick<Rollup, 'rollUp'>
  retain: () => Promise<void>
  /** Removes the surplus of this instance's own data; each instance does its own. */
  trim: () => Promise<void>
  tiers: RollupTier[]
  alone: RunAlone
}

/** Jobs of telemetry: roll-ups, and the removal of data beyond age and size. */
export function telemetryJobs({ rollup, retain, trim, tiers, alone }: Work): Job[] {
  const once = (work: () => Promise<void>) => () => alone('telemetry', work)
  return [
    ...tiers.map((tier) => ({ everyMs: tier.stepMs, lagMs: LAG_MS, run: once(() => rollup.rollUp(tier)) })),
    { everyMs: RETENTION_MS, lagMs: 2 * LAG_MS, run: () => trim().then(() => true) },
    { everyMs: RETENTION_MS, lagMs: 2 * LAG_MS, run: once(retain) },
  ]
}

type Needs = { jobs: Job[]; settings: typeof maintenanceSettings; faults: Faults; now: () => number }

/** Does each job when it is due. */
export function createMaintenance({ jobs, settings, faults, now }: Needs) {
  const planned = jobs.map((job) => ({ ...job, dueAt: 0 }))

  async function runDue(): Promise<void> {
    for (const job of planned) {
      const inMs = job.dueAt - now()
      // Further away than a job ever is: the clock was set back.
      if (inMs > 0 && inMs <= job.everyMs + job.lagMs) continue
      job.dueAt = (Math.floor(now() / job.everyMs) + 1) * job.everyMs + job.lagMs
      if (!(await job.run())) job.dueAt = Math.min(job.dueAt, now() + AGAIN_MS)
    }
  }

  const job = repeat(faults, settings.maintenanceMs, runDue)
  return { close: job.stop }
}
