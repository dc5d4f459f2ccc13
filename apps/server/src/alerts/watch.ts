import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { IncidentViews } from './incident-views.ts'
import type { Judge } from './judge.ts'
import { advanceClock, type clockSettings, newClock, type StoredClock } from './judge-clock.ts'
import type { AlertStatesRepo } from './states.repo.ts'
import type { VerdictWriter } from './verdict-writer.ts'

type Needs = {
  repo: Pick<AlertStatesRepo, 'readClock' | 'exchangeClock' | 'hasAgents' | 'isWatching'>
  judge: Judge
  writer: VerdictWriter
  views: Pick<IncidentViews, 'announce'>
  /** Ends silences that are over. */
  endSilences(): Promise<void>
  minutes: Pick<NewestMinutes, 'forgetOld'>
  runExclusive: RunExclusive
  settings: typeof clockSettings
  now: () => number
}

/**
 * Evaluates the alert rules once. The instance that rolls samples up repeats it, as it has the newest numbers in
 * memory. After a start nothing is judged until agents have had time to reconnect.
 */
export function createWatch(needs: Needs) {
  const { repo, judge, writer, views, endSilences, minutes, runExclusive, settings, now } = needs
  let ownClock: StoredClock | null = null
  /** Stored clock when this instance last read or wrote it. */
  let lastStored: StoredClock | null = null

  /**
   * Reads the judge's clock: this instance's, or that of another instance if the stored row has changed. Wall times of
   * two instances can't be compared.
   */
  async function readClock(): Promise<StoredClock> {
    const stored = await repo.readClock()
    const isOfOtherInstance = stored?.ms !== lastStored?.ms || stored?.wall !== lastStored?.wall
    lastStored = stored
    const last = ownClock && !isOfOtherInstance ? ownClock : (stored ?? ownClock)
    ownClock = last ? advanceClock(last, now(), settings) : newClock(now(), await repo.hasAgents(), settings)
    return ownClock
  }

  /** Stores the clock; false if another instance has stored its clock meanwhile. */
  async function storeClock(clock: StoredClock): Promise<boolean> {
    if (!(await repo.exchangeClock(clock, lastStored))) return false
    lastStored = clock
    return true
  }

  async function run(stopping?: AbortSignal): Promise<void> {
    const clock = await readClock()
    if (clock.graceMs > 0) return
    const when = { at: now(), clock: clock.ms }
    const { results, isCalm } = await judge(clock.ms, stopping)
    if (stopping?.aborted) return
    // Stops if another instance has stored its clock: standings by two clocks could wait for hours.
    if (!isCalm && !(await storeClock(clock))) return
    const touched: string[] = []
    for (const verdicts of results) touched.push(...(await writer.write(verdicts, when)))
    touched.push(...(await writer.writeGone(when)))
    await views.announce([...new Set(touched)])
    await endSilences()
  }

  return async (stopping?: AbortSignal): Promise<void> => {
    await minutes.forgetOld()
    // Without rules only the clock runs on: nothing is written, not even a lease.
    if (!(await repo.isWatching())) await readClock()
    // Shares the lease of the rollup: two leases could end up on two instances.
    else await runExclusive('telemetry', () => run(stopping))
  }
}
