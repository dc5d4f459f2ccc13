import type { RunAlone } from '#server/db/alone.ts'
import type { NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { IncidentViews } from './incident-views.ts'
import type { Judge } from './judge.ts'
import { advanced, type clockSettings, type KeptClock, newClock } from './judge-clock.ts'
import type { AlertStatesRepo } from './states.repo.ts'
import type { VerdictWriter } from './verdict-writer.ts'

type Needs = {
  repo: Pick<AlertStatesRepo, 'readClock' | 'keepClock' | 'hasAgents' | 'isWatching'>
  judge: Judge
  writer: VerdictWriter
  views: Pick<IncidentViews, 'announce'>
  /** Ends silences that are over. */
  endSilences(): Promise<void>
  minutes: Pick<NewestMinutes, 'forgetOld'>
  alone: RunAlone
  settings: typeof clockSettings
  now: () => number
}

/**
 * Evaluates the alert rules once; repeated by the instance that rolls samples up: it has the newest numbers in memory.
 * After a start nothing is judged until agents have had time to reconnect.
 */
export function createWatch(needs: Needs) {
  const { repo, judge, writer, views, endSilences, minutes, alone, settings, now } = needs
  let own: KeptClock | null = null
  /** Stored clock when this instance last read or wrote it. */
  let seen: KeptClock | null = null

  /**
   * The clock of this instance, or a newer one of another. Their order shows by a changed row: wall times can't be
   * compared.
   */
  async function lookAtClock(): Promise<KeptClock> {
    const kept = await repo.readClock()
    const isOthers = kept?.ms !== seen?.ms || kept?.wall !== seen?.wall
    seen = kept
    const last = own && !isOthers ? own : (kept ?? own)
    own = last ? advanced(last, now(), settings) : newClock(now(), await repo.hasAgents(), settings)
    return own
  }

  async function keep(clock: KeptClock): Promise<boolean> {
    if (!(await repo.keepClock(clock, seen))) return false
    seen = clock
    return true
  }

  async function run(): Promise<void> {
    const clock = await lookAtClock()
    if (clock.graceMs > 0) return
    const when = { at: now(), clock: clock.ms }
    const { results, isCalm } = await judge(clock.ms)
    // The clock of the other instance holds: standings by two clocks could wait for hours.
    if (!isCalm && !(await keep(clock))) return
    const touched: string[] = []
    for (const verdicts of results) touched.push(...(await writer.write(verdicts, when)))
    touched.push(...(await writer.writeGone(when)))
    await views.announce([...new Set(touched)])
    await endSilences()
  }

  return async (): Promise<void> => {
    minutes.forgetOld()
    // Without rules nothing is written, not even a lease.
    if (!(await repo.isWatching())) await lookAtClock()
    // Shares the lease of the rollup: two leases could end up on two instances.
    else await alone('telemetry', run)
  }
}
