import type { Repos } from '#server/compose/repos.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Outbound } from '#server/net/outbound.ts'
import { ask } from './channels/ask.ts'
import type { MessagesRepo } from './messages.repo.ts'
import type { Outbox } from './outbox.ts'
import type { Planner } from './planner.ts'
import type { Senders } from './senders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Retention of incidents and messages. */
const HISTORY_MS = 30 * 24 * HOUR_MS

type Needs = {
  planner: Planner
  outbox: Outbox
  senders: Pick<Senders, 'findDeadMan' | 'recordDeadMan'>
  outbound: Outbound
  runExclusive: RunExclusive
  repo: {
    messages: Pick<MessagesRepo, 'removeOlderThan' | 'hasDue'>
    incidents: Pick<Repos['incidents'], 'removeEndedBefore'>
  }
  now: () => number
}

/** Round of the notifier: decides, sends, reports that this server lives, and removes old rows. */
export function createRound({ planner, outbox, senders, outbound, runExclusive, repo, now }: Needs) {
  const dueAt = { deadMan: 0, cleaning: now() + HOUR_MS }

  function isDue(job: keyof typeof dueAt, everyMs: number): boolean {
    const inMs = dueAt[job] - now()
    // A due time further ahead than the interval means that the clock was set back.
    if (inMs > 0 && inMs <= everyMs) return false
    dueAt[job] = now() + everyMs
    return true
  }

  /** Calls the URL of the dead man's switch: an outside service that raises an alarm when these calls stop. */
  async function sendSignOfLife(): Promise<void> {
    const deadMan = await senders.findDeadMan()
    if (!deadMan) return
    const sent = await ask(outbound, deadMan.url, { method: 'GET' }).catch((error: Error) => ({
      isGood: false,
      text: error.message,
    }))
    await senders.recordDeadMan(deadMan.url, { at: now(), isGood: sent.isGood, text: sent.text })
  }

  async function run(plans: { isSignOfLifeDue: boolean; isCleaningDue: boolean }): Promise<void> {
    await planner.planDue()
    await outbox.sendDue()
    if (plans.isSignOfLifeDue) await sendSignOfLife()
    if (!plans.isCleaningDue) return
    await repo.messages.removeOlderThan(now() - HISTORY_MS)
    await repo.incidents.removeEndedBefore(now() - HISTORY_MS)
  }

  return async (): Promise<void> => {
    const plans = {
      isSignOfLifeDue: isDue('deadMan', MINUTE_MS) && (await senders.findDeadMan()) !== null,
      isCleaningDue: isDue('cleaning', HOUR_MS),
    }
    // If nothing is due nothing is written, not even a lease.
    if (plans.isSignOfLifeDue || plans.isCleaningDue || (await repo.messages.hasDue(now())))
      await runExclusive('notify', () => run(plans))
  }
}
