import type { AgentFrame, CommandOrder, CommandResult } from '@atalaya/contract/agent-protocol'
import { faultText, folderFaultText } from '#agent/disk/fault-texts.ts'
import { type Action, type Catalogue, type Outcome, Refused } from './action.ts'
import { createAdmission } from './admission.ts'
import { createEarlierRuns } from './earlier-runs.ts'
import type { Entry, Journal } from './journal.ts'
import { createRefusals, framesOf, resultOf } from './results.ts'

/** Maximum number of unconfirmed commands, as a hello has room for. Further ones are refused. */
const KNOWN_MAX = 1000
const TIMEOUT_MAX_S = 24 * 60 * 60
const TOO_MANY_OPEN = `${KNOWN_MAX} commands wait for the server to confirm their results`

type Setup = {
  journal: Journal
  catalogue: Catalogue
  run: string
  /** Version of this agent's program. */
  version: string
  send(frame: AgentFrame): void
  /** Ends this process so that the next one takes over; the journal knows why. */
  leave(reason: 'restart' | 'update'): void
  /** Fault of one command that does not end it. */
  onError(error: unknown): void
  /** The server's time, in ms. */
  now(): number
}

/** A reason to end a command early. */
type Stop = 'cancelled' | 'timed_out'

/**
 * Carries commands out, at most once each by the journal. Known commands are answered from the journal. A command that
 * an earlier run had begun never begins again, unless it is idempotent. A command that the journal can't hold does not
 * begin at all.
 */
export function createExecutor({ journal, catalogue, run, version, send, leave, onError, now }: Setup) {
  const running = new Map<string, AbortController>()
  const refused = createRefusals(KNOWN_MAX)
  const { endBeforeBegin, mayRunAgain } = createAdmission({ catalogue, journal, running, now })
  const isRunning = (execId: string) => running.has(execId)
  const admission = { endBeforeBegin, mayRunAgain, isRunning }
  const earlier = createEarlierRuns({ journal, catalogue, run, version, ...admission, startAction })

  function report(result: CommandResult): void {
    journal.end(result)
    send({ v: 1, t: 'cmd.result', d: result })
  }

  function accept(order: CommandOrder): void {
    try {
      lookUp(order)
    } catch (error) {
      onError(error)
    }
  }

  function lookUp(order: CommandOrder): void {
    const { execId } = order
    const known = journal.find(execId)
    if (known) answer(known)
    else if (refused.has(execId) || isFull()) refuseUnkept(execId, TOO_MANY_OPEN)
    else checkAndStart(order)
  }

  function checkAndStart(order: CommandOrder): void {
    const { execId } = order
    const end = endBeforeBegin(order)
    if (!end && !storeStart(order)) return
    send({ v: 1, t: 'cmd.ack', d: { execId } })
    if (end) report(resultOf(execId, end))
    else startAction(order)
  }

  const isFull = () => journal.open().length >= KNOWN_MAX

  /** Refuses a command that the journal can't keep, because it could then run twice. */
  function refuseUnkept(execId: string, reason: string): void {
    send({ v: 1, t: 'cmd.ack', d: { execId } })
    send({ v: 1, t: 'cmd.result', d: refused.keep(resultOf(execId, { status: 'rejected', reason })) })
  }

  /** Stores the beginning. If that fails the command is refused; returns false then. */
  function storeStart(order: CommandOrder): boolean {
    try {
      journal.begin(order)
      return true
    } catch (error) {
      refuseUnkept(order.execId, folderFaultText(error))
      return false
    }
  }

  function startAction(order: CommandOrder): void {
    runAction(order).catch(onError)
  }

  /** Reports the state of a command that the server asks about again. */
  function answer(known: Entry): void {
    for (const frame of framesOf(known)) send(frame)
  }

  async function runAction({ execId, name, args, timeoutS }: CommandOrder): Promise<void> {
    const action = catalogue.get(name)
    if (!action) return
    send({ v: 1, t: 'cmd.started', d: { execId } })
    const stop = new AbortController()
    running.set(execId, stop)
    const timer = setTimeout(() => stop.abort('timed_out' satisfies Stop), Math.min(timeoutS, TIMEOUT_MAX_S) * 1000)
    const startedAt = new Date(now()).toISOString()
    const outcome = await outcomeOf(action, args, stop.signal)
    clearTimeout(timer)
    running.delete(execId)
    if (action.exitsFor && outcome.status === 'succeeded' && !outcome.unchanged) {
      journal.leave(execId, version)
      return leave(action.exitsFor)
    }
    const status = stop.signal.aborted ? (stop.signal.reason as Stop) : outcome.status
    report({ ...resultOf(execId, { ...outcome, status }), startedAt, endedAt: new Date(now()).toISOString() })
  }

  function cancel(execId: string): void {
    const known = journal.find(execId)
    const stop = running.get(execId)
    if (stop) stop.abort('cancelled' satisfies Stop)
    // A late order of this id finds its end in the journal and is never begun.
    else if (!known && (refused.has(execId) || isFull())) refuseUnkept(execId, TOO_MANY_OPEN)
    else if (!known || known.state === 'taken') report(resultOf(execId, { status: 'cancelled' }))
    else answer(known)
  }

  return {
    accept,
    cancel,
    settle(execId: string): void {
      refused.drop(execId)
      journal.settle(execId)
    },
    /** Ids that the server may ask about. */
    known: (): string[] => idsOf(journal.open().slice(-KNOWN_MAX)),
    /** Takes up what an earlier run left: before the first connection, and whenever the journal can be read again. */
    takeUpEarlier: earlier.inheritAll,
    /** Called after a reconnect: resends reports that the server may have missed. */
    resume(): void {
      earlier.settleReturns()
      for (const entry of journal.open()) answer(entry)
    },
  }
}

const idsOf = (entries: Entry[]) => entries.map(({ id }) => id)

async function outcomeOf(action: Action, args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome> {
  try {
    return await action.run(args, signal)
  } catch (error) {
    return { status: error instanceof Refused ? 'rejected' : 'failed', reason: faultText(error) }
  }
}
