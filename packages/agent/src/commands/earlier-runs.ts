import type { CommandOrder } from '@atalaya/contract/agent-protocol'
import type { Catalogue } from './action.ts'
import type { Admission } from './admission.ts'
import type { Entry, Journal } from './journal.ts'
import { resultOf } from './results.ts'

type Needs = Admission & {
  journal: Journal
  catalogue: Catalogue
  run: string
  /** Version of this agent's program. */
  version: string
  isRunning(execId: string): boolean
  /** Continues the commands that the journal has as begun. */
  startAction(given: CommandOrder): void
}

/** Settles the commands that an earlier run of this agent left in the journal. */
export function createEarlierRuns(needs: Needs) {
  const { journal, catalogue, run, version, endBeforeBegin, mayRunAgain, isRunning, startAction } = needs

  /** Settles one entry of an earlier run. */
  function inherit({ id, state, order: given }: Entry): void {
    if (!given || state === 'ended' || state === 'leaving' || isRunning(id)) return
    if (state === 'taken') inheritTaken(given)
    else if (mayRunAgain(given)) startAction(given)
    else journal.end(resultOf(id, { status: 'unknown', reason: 'The agent ended while it ran' }))
  }

  /** Command that an earlier version of the agent had not begun. If that can't be stored now, it stays waiting. */
  function inheritTaken(given: CommandOrder): void {
    const end = endBeforeBegin(given)
    if (end) {
      journal.end(resultOf(given.execId, end))
      return
    }
    try {
      journal.begin(given)
    } catch {
      return
    }
    startAction(given)
  }

  /** Settles a command for which an earlier run ended, once this run has reached the server. */
  function settleReturn({ id, order: given, version: before }: Entry): void {
    const isUnchanged = given && catalogue.get(given.name)?.exitsFor === 'update' && before === version
    const reason = 'The agent came back with the version that it had'
    journal.end(resultOf(id, isUnchanged ? { status: 'failed', reason } : { status: 'succeeded' }))
  }

  const openEntries = () => journal.open().filter((entry) => entry.run !== run)

  return {
    inheritAll(): void {
      for (const entry of openEntries()) inherit(entry)
    },
    settleReturns(): void {
      for (const entry of openEntries()) if (entry.state === 'leaving') settleReturn(entry)
    },
  }
}
