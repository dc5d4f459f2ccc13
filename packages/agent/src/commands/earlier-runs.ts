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
  /** Starts a command that the journal has as begun. */
  startAction(order: CommandOrder): void
}

/** Settles the commands that an earlier run of this agent left in the journal. */
export function createEarlierRuns(needs: Needs) {
  const { journal, catalogue, run, version, endBeforeBegin, mayRunAgain, isRunning, startAction } = needs

  /** Settles one entry of an earlier run. */
  function inherit({ id, state, order }: Entry): void {
    if (!order || state === 'ended' || state === 'leaving' || isRunning(id)) return
    if (state === 'taken') inheritTaken(order)
    else if (mayRunAgain(order)) startAction(order)
    else journal.end(resultOf(id, { status: 'unknown', reason: 'The agent ended while it ran' }))
  }

  /**
   * Settles a command that an earlier version of the agent had accepted, but not begun. If its start can't be stored
   * now, the command stays waiting.
   */
  function inheritTaken(order: CommandOrder): void {
    const end = endBeforeBegin(order)
    if (end) {
      journal.end(resultOf(order.execId, end))
      return
    }
    try {
      journal.begin(order)
    } catch {
      return
    }
    startAction(order)
  }

  /** Settles a command for which an earlier run ended, once this run has reached the server. */
  function settleReturn({ id, order, version: before }: Entry): void {
    const isUnchanged = order && catalogue.get(order.name)?.exitsFor === 'update' && before === version
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
