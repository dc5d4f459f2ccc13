import { type CommandStatus, FINAL_STATUSES } from '@atalaya/contract/commands'

/** Number of attempts before a command counts as undeliverable. */
export const ATTEMPTS_MAX = 5

/** Data of a command that the state machine needs. */
export type CommandState = {
  status: CommandStatus
  attempt: number
  /** True if it was sent and may not have arrived. */
  doubt: boolean
  idempotent: boolean
  /**
   * True if the command succeeds when the agent reconnects changed (restart, reboot, update), not when it reports
   * success.
   */
  needsProof: boolean
}

/** Event of a command. */
export type CommandEvent =
  | { type: 'sent' | 'ack' | 'started' | 'cancel' | 'expire' | 'silent' | 'overdue' | 'forget' }
  | {
      type: 'result'
      status: 'succeeded' | 'failed' | 'timed_out' | 'cancelled' | 'rejected' | 'unknown'
      isProven: boolean
    }
  /**
   * The agent connected. `isKnown`: its journal has the command; null without a journal. `isSameRun`: it has not been
   * restarted since the command was sent. `isProven`: it came back with the change that the command demands.
   */
  | { type: 'back'; isKnown: boolean | null; isSameRun: boolean; isProven: boolean }

/** Change of a command; `reason` is for people. */
export type Change = { status: CommandStatus; doubt?: boolean; reason?: string }

const finals: readonly CommandStatus[] = FINAL_STATUSES
export const isFinal = (status: CommandStatus): boolean => finals.includes(status)

/**
 * State machine of a command: delivered at least once, run at most once. Returns the change that an event makes, or
 * null. A pure function without clock and database; the caller writes the change by compare-and-set.
 */
export function step(state: CommandState, event: CommandEvent): Change | null {
  if (isFinal(state.status)) return null
  if (event.type === 'result') return result(state, event)
  if (event.type === 'back') return wasSent(state) ? back(state, event) : null
  return changeBy[event.type](state)
}

const changeBy: Record<Exclude<CommandEvent['type'], 'result' | 'back'>, (state: CommandState) => Change | null> = {
  sent: ({ status }) => (status === 'queued' ? { status: 'sent', doubt: true } : null),
  ack: (state) => (wasSent(state) && isBefore(state, 'delivered') ? { status: 'delivered', doubt: false } : null),
  started: (state) => (wasSent(state) && isBefore(state, 'running') ? { status: 'running', doubt: false } : null),
  expire: ({ status, doubt }) =>
    status === 'queued' && !doubt ? { status: 'expired', reason: 'Nobody took it in time' } : null,
  silent: (state) => (state.status === 'sent' ? requeue(state, { doubt: true }) : null),
  cancel,
  overdue,
  forget: () => ({ status: 'unknown', reason: 'The agent never reported a result' }),
}

/** Statuses in the order in which a command passes through them. */
const progress: CommandStatus[] = ['queued', 'sent', 'delivered', 'running']
const isBefore = ({ status }: CommandState, other: CommandStatus) =>
  progress.includes(status) && progress.indexOf(status) < progress.indexOf(other)
const wasSent = ({ attempt }: CommandState) => attempt > 0

/** Puts a command back into the queue, or ends it after the last attempt. */
function requeue({ attempt }: CommandState, { doubt }: { doubt: boolean }): Change {
  if (attempt >= ATTEMPTS_MAX)
    return { status: 'failed', reason: `Undeliverable: sent ${attempt} times, never acknowledged` }
  return { status: 'queued', doubt }
}

function result(state: CommandState, event: Extract<CommandEvent, { type: 'result' }>): Change | null {
  if (!wasSent(state)) return null
  if (event.status !== 'succeeded' || !state.needsProof || event.isProven) return { status: event.status, doubt: false }
  return isBefore(state, 'running') ? { status: 'running', doubt: false } : null
}

function cancel({ status, doubt }: CommandState): Change | null {
  if (status === 'cancelling') return null
  if (status === 'queued' && !doubt) return { status: 'cancelled', reason: 'Cancelled before it was sent' }
  return { status: 'cancelling' }
}

function overdue({ status, needsProof }: CommandState): Change | null {
  if (status === 'queued' || status === 'sent') return null
  if (needsProof) return { status: 'failed', reason: 'The agent did not come back changed in time' }
  return { status: 'timed_out', reason: 'No result in time' }
}

function back(state: CommandState, event: Extract<CommandEvent, { type: 'back' }>): Change | null {
  const { isKnown, isSameRun, isProven } = event
  if (state.needsProof && isProven && isKnown !== false && state.status !== 'cancelling') {
    return { status: 'succeeded', doubt: false, reason: 'The agent came back changed' }
  }
  if (isKnown === true) return isBefore(state, 'delivered') ? { status: 'delivered', doubt: false } : null
  if (isKnown === false) return notInJournal(state)
  // No journal. Within one run an agent remembers its commands, so sending one again is safe.
  if (isSameRun) return state.status === 'sent' ? requeue(state, { doubt: true }) : null
  if (state.status === 'queued' && !state.doubt) return null
  return afterPossibleRun(state)
}

/** Change of a command that is not in the agent's journal: it never arrived, or the journal was lost. */
function notInJournal(state: CommandState): Change | null {
  switch (state.status) {
    case 'queued':
      return state.doubt ? { status: 'queued', doubt: false } : null
    case 'sent':
      return requeue(state, { doubt: false })
    case 'cancelling':
      return { status: 'cancelled', reason: 'The agent never got it' }
    default:
      return afterPossibleRun(state)
  }
}

/** Change of a command that may have run. Only an idempotent one is sent again. */
function afterPossibleRun(state: CommandState): Change {
  if (state.idempotent && state.status !== 'cancelling') return requeue(state, { doubt: false })
  return { status: 'unknown', reason: 'The agent came back without knowing what became of it' }
}
