import { commandStatus } from '@atalaya/contract/commands'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ATTEMPTS_MAX, type CommandEvent, type CommandState, isFinal, step } from '#server/commands/machine.ts'

const results = ['succeeded', 'failed', 'timed_out', 'cancelled', 'rejected', 'unknown'] as const
const anyEvent: fc.Arbitrary<CommandEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom('sent', 'ack', 'started', 'cancel', 'expire', 'silent', 'overdue', 'forget') }),
  fc.record({ type: fc.constant('result' as const), status: fc.constantFrom(...results), isProven: fc.boolean() }),
  fc.record({
    type: fc.constant('back' as const),
    isKnown: fc.constantFrom(true, false, null),
    isSameRun: fc.boolean(),
    isProven: fc.boolean(),
  }),
)
const anyState: fc.Arbitrary<CommandState> = fc.record({
  status: fc.constantFrom(...commandStatus.options),
  attempt: fc.integer({ min: 0, max: ATTEMPTS_MAX }),
  doubt: fc.boolean(),
  idempotent: fc.boolean(),
  needsProof: fc.boolean(),
})

const stateOf = (more: Partial<CommandState> = {}): CommandState => ({
  status: 'queued',
  attempt: 0,
  doubt: false,
  idempotent: false,
  needsProof: false,
  ...more,
})
function apply(state: CommandState, event: CommandEvent): CommandState {
  const change = step(state, event)
  if (!change) return state
  const attempt = state.attempt + (event.type === 'sent' ? 1 : 0)
  return { ...state, status: change.status, attempt, doubt: change.doubt ?? state.doubt }
}

describe('the state machine of a command, for any history', () => {
  test('a final state is never left', () => {
    fc.assert(
      fc.property(anyState, anyEvent, (state, event) => {
        fc.pre(isFinal(state.status))
        expect(step(state, event)).toBeNull()
      }),
    )
  })

  test('a command is sent five times at most', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.boolean(), (events, idempotent) => {
        let state = stateOf({ idempotent })
        for (const event of events) state = apply(state, event)
        expect(state.attempt).toBeLessThanOrEqual(ATTEMPTS_MAX)
      }),
    )
  })

  test('a taken command that must not run twice never returns to the queue', () => {
    const taken = fc.constantFrom('delivered', 'running', 'cancelling')
    fc.assert(
      fc.property(anyState, taken, anyEvent, (state, status, event) => {
        const before = { ...state, status, idempotent: false } as CommandState
        expect(apply(before, event).status).not.toBe('queued')
      }),
    )
  })

  test('a queued command that may have arrived neither expires nor is cancelled as unsent', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const doubtful: CommandState = { ...state, status: 'queued', attempt: 1, doubt: true }
        expect(step(doubtful, { type: 'expire' })).toBeNull()
        expect(step(doubtful, { type: 'cancel' })?.status).toBe('cancelling')
      }),
    )
  })

  test('a command that needs proof never succeeds without it', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let state = stateOf({ needsProof: true })
        for (const event of events) {
          const isProof = 'isProven' in event && event.isProven
          const next = apply(state, event)
          if (next.status === 'succeeded' && state.status !== 'succeeded') expect(isProof).toBe(true)
          state = next
        }
      }),
    )
  })

  test('a repeated acknowledgement or start changes nothing', () => {
    const answers: CommandEvent[] = [{ type: 'ack' }, { type: 'started' }]
    fc.assert(
      fc.property(anyState, fc.constantFrom(...answers), (state, event) => {
        expect(step(apply(state, event), event)).toBeNull()
      }),
    )
  })
})

describe('an agent and a server that can lose their connection at any moment', () => {
  type World = { server: CommandState; journal: 'none' | 'taken' | 'begun' | 'ended'; ran: number; inFlight: boolean }
  type Move = 'send' | 'receive' | 'begin' | 'end' | 'ack' | 'started' | 'result' | 'reconnect' | 'silent' | 'cancel'
  const moves: Move[] = ['send', 'receive', 'begin', 'end', 'ack', 'started', 'result', 'reconnect', 'silent', 'cancel']

  const journalHas = ({ journal }: World) => journal !== 'none'

  /** Effect of one move on both sides. An impossible frame counts as lost. */
  const play: Record<Move, (world: World) => void> = {
    send(world) {
      const next = apply(world.server, { type: 'sent' })
      world.inFlight ||= next !== world.server
      world.server = next
    },
    receive(world) {
      if (world.inFlight && world.journal === 'none') world.journal = 'taken'
      world.inFlight = false
    },
    begin(world) {
      if (world.journal !== 'taken') return
      world.journal = 'begun'
      world.ran++
    },
    end(world) {
      if (world.journal === 'begun') world.journal = 'ended'
    },
    ack(world) {
      if (journalHas(world)) world.server = apply(world.server, { type: 'ack' })
    },
    started(world) {
      if (world.ran > 0) world.server = apply(world.server, { type: 'started' })
    },
    result(world) {
      if (world.journal !== 'ended') return
      world.server = apply(world.server, { type: 'result', status: 'succeeded', isProven: false })
    },
    reconnect(world) {
      world.inFlight = false
      world.server = apply(world.server, { type: 'back', isKnown: journalHas(world), isSameRun: true, isProven: false })
    },
    silent(world) {
      world.server = apply(world.server, { type: 'silent' })
    },
    cancel(world) {
      world.server = apply(world.server, { type: 'cancel' })
    },
  }

  test('run a command at most once, and agree on its end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 80 }), (history) => {
        const world: World = { server: stateOf(), journal: 'none', ran: 0, inFlight: false }
        for (const move of history) play[move](world)
        expect(world.ran).toBeLessThanOrEqual(1)
        if (world.server.status === 'succeeded') expect(world.journal).toBe('ended')
        if (world.server.status === 'cancelled') expect(world.ran).toBe(0)
        if (world.server.status === 'queued' && !world.server.doubt) expect(world.journal).toBe('none')
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a command that', () => {
  const sent = stateOf({ status: 'sent', attempt: 1, doubt: true })
  const running = stateOf({ status: 'running', attempt: 1 })
  const back = (isKnown: boolean | null, isSameRun: boolean, isProven = false) =>
    ({ type: 'back', isKnown, isSameRun, isProven }) as const

  test.each([
    ['never arrived', sent, back(false, false), 'queued'],
    ['never arrived, five times', { ...sent, attempt: 5 }, back(false, false), 'failed'],
    ['arrived, but whose acknowledgement was lost', sent, back(true, true), 'delivered'],
    ['ran when the journal was lost', running, back(false, false), 'unknown'],
    [
      'ran when the journal was lost, and may run again',
      { ...running, idempotent: true },
      back(false, false),
      'queued',
    ],
    ['ran in an agent without a journal that was restarted', running, back(null, false), 'unknown'],
    ['was sent to an agent without a journal that was restarted', sent, back(null, false), 'unknown'],
    ['was sent to an agent without a journal that only reconnected', sent, back(null, true), 'queued'],
    ['restarted the agent', { ...running, needsProof: true }, back(true, false, true), 'succeeded'],
    [
      'was to be cancelled and never arrived',
      { ...running, status: 'cancelling' as const },
      back(false, true),
      'cancelled',
    ],
    [
      'was to restart the agent, which did not come back',
      { ...running, needsProof: true },
      { type: 'overdue' } as const,
      'failed',
    ],
    ['gave no result', running, { type: 'overdue' } as const, 'timed_out'],
  ])('%s', (_what, state, event, expected) => {
    expect(step(state, event)?.status).toBe(expected)
  })
})
