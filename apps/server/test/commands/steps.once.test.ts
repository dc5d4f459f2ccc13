import { expect, test } from 'vitest'
import { type CommandEvent, type CommandState, step } from '#server/commands/machine.ts'

const base = { attempt: 0, doubt: false, idempotent: false, needsProof: false }
/** All open states: never sent, queued again (surely not arrived; perhaps arrived), and the later ones. */
const states: CommandState[] = [
  { ...base, status: 'queued' },
  { ...base, status: 'queued', attempt: 1 },
  { ...base, status: 'queued', attempt: 1, doubt: true },
  { ...base, status: 'sent', attempt: 1, doubt: true },
  { ...base, status: 'delivered', attempt: 1 },
  { ...base, status: 'running', attempt: 1 },
  { ...base, status: 'cancelling', attempt: 1 },
]
const back = (isKnown: boolean | null, isSameRun: boolean): CommandEvent => ({
  type: 'back',
  isKnown,
  isSameRun,
  isProven: false,
})

/** Next state of a command, with a question mark if it may not have arrived; `-` if nothing changes. */
function outcome(state: CommandState, event: CommandEvent): string {
  const change = step(state, event)
  if (!change) return '-'
  return (change.doubt ?? state.doubt) ? `${change.status}?` : change.status
}

test.each<[CommandEvent, string]>([
  [{ type: 'sent' }, 'sent? sent? sent? - - - -'],
  [{ type: 'ack' }, '- delivered delivered delivered - - -'],
  [{ type: 'started' }, '- running running running running - -'],
  [{ type: 'expire' }, 'expired expired - - - - -'],
  [{ type: 'silent' }, '- - - queued? - - -'],
  [{ type: 'cancel' }, 'cancelled cancelled cancelling? cancelling? cancelling cancelling -'],
  [{ type: 'overdue' }, '- - - - timed_out timed_out timed_out'],
  [{ type: 'forget' }, 'unknown unknown unknown? unknown? unknown unknown unknown'],
  [{ type: 'result', status: 'failed', isProven: false }, '- failed failed failed failed failed failed'],
  [
    { type: 'result', status: 'succeeded', isProven: false },
    '- succeeded succeeded succeeded succeeded succeeded succeeded',
  ],
  [back(true, true), '- delivered delivered delivered - - -'],
  [back(true, false), '- delivered delivered delivered - - -'],
  [back(false, true), '- - queued queued unknown unknown cancelled'],
  [back(null, true), '- - - queued? - - -'],
  [back(null, false), '- - unknown? unknown? unknown unknown unknown'],
])('the event %j changes a command in each state', (event, expected) => {
  expect(states.map((state) => outcome(state, event)).join(' ')).toBe(expected)
})

test.each<[CommandEvent, string]>([
  [{ type: 'overdue' }, '- - - - failed failed failed'],
  [{ type: 'result', status: 'failed', isProven: false }, '- failed failed failed failed failed failed'],
  [{ type: 'result', status: 'succeeded', isProven: false }, '- running running running running - -'],
  [
    { type: 'result', status: 'succeeded', isProven: true },
    '- succeeded succeeded succeeded succeeded succeeded succeeded',
  ],
  [{ ...back(true, false), isProven: true } as CommandEvent, '- succeeded succeeded succeeded succeeded succeeded -'],
  [
    { ...back(null, false), isProven: true } as CommandEvent,
    '- succeeded succeeded succeeded succeeded succeeded unknown',
  ],
  [{ ...back(false, false), isProven: true } as CommandEvent, '- - queued queued unknown unknown cancelled'],
])('the event %j changes a command that needs proof', (event, expected) => {
  const proven = states.map((state) => ({ ...state, needsProof: true }))
  expect(proven.map((state) => outcome(state, event)).join(' ')).toBe(expected)
})

test.each<[CommandEvent, string]>([
  [back(false, true), '- - queued queued queued queued cancelled'],
  [back(null, false), '- - queued queued queued queued unknown'],
])('the event %j changes a command that may run twice', (event, expected) => {
  const repeatable = states.map((state) => ({ ...state, idempotent: true }))
  expect(repeatable.map((state) => outcome(state, event)).join(' ')).toBe(expected)
})
