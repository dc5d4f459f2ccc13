import type { AgentFrame, CommandOrder, CommandResult } from '@atalaya/contract/agent-protocol'
import { OUTPUT_MAX_BYTES } from '@atalaya/contract/commands'
import { type Action, type Catalogue, type Outcome, Refused } from './action.ts'
import type { Entry, Journal } from './journal.ts'

/** What a hello has room for; what comes beyond that without a receipt is not taken. */
const KNOWN_MAX = 1000
/** The server sends one after the other, and a ping or two beside it. */
const RUNNING_MAX = 16
const TIMEOUT_MAX_S = 24 * 60 * 60

type Setup = {
  journal: Journal
  catalogue: Catalogue
  run: string
  send(frame: AgentFrame): void
  /** Ends this process so that the next one takes over; the journal knows why. */
  leave(reason: 'restart' | 'update'): void
  /** Something about one command went wrong that is no end of it. */
  onError(error: unknown): void
  /** The server's time, in ms. */
  now(): number
}

/** A reason to end a command early. */
type Stop = 'cancelled' | 'timed_out'

/**
 * Carries commands out: at most once each, by the journal. What is known already is answered from the journal; what was
 * begun by an earlier run of this agent is never begun again, unless it may run twice without harm.
 */
export function createExecutor({ journal, catalogue, run, send, leave, onError, now }: Setup) {
  const running = new Map<string, AbortController>()

  function report(result: CommandResult): void {
    journal.end(result)
    send({ v: 1, t: 'cmd.result', d: result })
  }

  function order(given: CommandOrder): void {
    const known = journal.find(given.execId)
    if (known) {
      answer(known)
      return
    }
    if (isFull()) {
      refuseUnkept(given.execId)
      return
    }
    journal.take(given)
    send({ v: 1, t: 'cmd.ack', d: { execId: given.execId } })
    launch(given)
  }

  const isFull = () => journal.open().length >= KNOWN_MAX

  /** Without a place in the journal it can't be run once; that it was not run needs no place. */
  function refuseUnkept(execId: string): void {
    send({ v: 1, t: 'cmd.ack', d: { execId } })
    const reason = `${KNOWN_MAX} commands wait for the server to confirm their results`
    send({ v: 1, t: 'cmd.result', d: ended(execId, { status: 'rejected', reason }) })
  }

  const launch = (given: CommandOrder): void => void begin(given).catch(onError)

  /** Says where a command is that the server asks about again. */
  function answer({ id, state, result }: Entry): void {
    send({ v: 1, t: 'cmd.ack', d: { execId: id } })
    if (state === 'begun') send({ v: 1, t: 'cmd.started', d: { execId: id } })
    if (result) send({ v: 1, t: 'cmd.result', d: result })
  }

  async function begin({ execId, name, args, notAfter, timeoutS }: CommandOrder): Promise<void> {
    const action = catalogue.get(name)
    const refusal = action ? action.refusal : `The owner of this machine has not allowed ${name}`
    if (!action || refusal) return report(ended(execId, { status: 'rejected', ...(refusal && { reason: refusal }) }))
    if (Date.parse(notAfter) < now()) return report(ended(execId, { status: 'rejected', reason: 'It came too late' }))
    if (running.size >= RUNNING_MAX) {
      return report(ended(execId, { status: 'rejected', reason: `${RUNNING_MAX} commands run already` }))
    }
    journal.begin(execId)
    send({ v: 1, t: 'cmd.started', d: { execId } })
    const stop = new AbortController()
    running.set(execId, stop)
    const timer = setTimeout(() => stop.abort('timed_out' satisfies Stop), Math.min(timeoutS, TIMEOUT_MAX_S) * 1000)
    const startedAt = new Date(now()).toISOString()
    const outcome = await perform(action, args, stop.signal)
    clearTimeout(timer)
    running.delete(execId)
    if (action.leavesFor && outcome.status === 'succeeded') return leave(action.leavesFor)
    const status = stop.signal.aborted ? (stop.signal.reason as Stop) : outcome.status
    report({ ...ended(execId, { ...outcome, status }), startedAt, endedAt: new Date(now()).toISOString() })
  }

  function cancel(execId: string): void {
    const known = journal.find(execId)
    const stop = running.get(execId)
    if (stop) stop.abort('cancelled' satisfies Stop)
    // A late order of this id finds its end in the journal and is never begun.
    else if (!known && isFull()) refuseUnkept(execId)
    else if (!known || known.state === 'taken') report(ended(execId, { status: 'cancelled' }))
    else answer(known)
  }

  /** What an earlier run of this agent left. */
  function inherit(entry: Entry): void {
    const { id, state, order: given } = entry
    if (!given || state === 'ended') return
    const action = catalogue.get(given.name)
    if (state === 'taken') launch(given)
    else if (action?.capability.idempotent) launch(given)
    else if (action?.leavesFor) journal.end(ended(id, { status: 'succeeded' }))
    else journal.end(ended(id, { status: 'unknown', reason: 'The agent ended while it ran' }))
  }

  return {
    order,
    cancel,
    settled: (execId: string): void => journal.settle(execId),
    /** Ids that the server may ask about. */
    known: (): string[] =>
      journal
        .open()
        .slice(-KNOWN_MAX)
        .map(({ id }) => id),
    /** Takes up what an earlier run left; once, before the first connection. */
    start(): void {
      for (const entry of journal.open()) if (entry.run !== run) inherit(entry)
    },
    /** The connection is back: says what the server may have missed. */
    resume(): void {
      for (const entry of journal.open()) answer(entry)
    },
  }
}

async function perform(action: Action, args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome> {
  try {
    return await action.run(args, signal)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'It failed'
    return { status: error instanceof Refused ? 'rejected' : 'failed', reason }
  }
}

type Ended = Omit<Outcome, 'status'> & { status: CommandResult['status'] }

function ended(execId: string, { status, exitCode, output = '', truncated = false, reason }: Ended): CommandResult {
  const bytes = Buffer.from(output)
  const isTooLong = bytes.length > OUTPUT_MAX_BYTES
  const text = isTooLong
    ? bytes
        .subarray(0, OUTPUT_MAX_BYTES)
        .toString()
        .replace(/\uFFFD$/, '')
    : output
  return { execId, status, exitCode, output: text, truncated: truncated || isTooLong, reason: reason?.slice(0, 500) }
}
