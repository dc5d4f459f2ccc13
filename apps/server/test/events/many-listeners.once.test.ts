import { expect, onTestFinished, test, vi } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import type { Actor, DisplayRights } from '#server/domain/actors.ts'
import type { Audience } from '#server/events/audience.ts'
import { createLocalBus } from '#server/events/bus.ts'
import { WAITING_MAX } from '#server/events/deliveries.ts'
import { createLive, REPLAYED_MAX } from '#server/events/live.ts'
import { createRevocations } from '#server/events/revocations.ts'
import { inStoppedTime } from '#test/support/stopped-time.ts'
import { countTurns } from '#test/support/turn-counter.ts'

/** Number of streams, more than one turn serves; and the maximum that one turn may serve. */
const [MANY, OF_ONE_TURN_MAX] = [3000, 500]

/**
 * Live events on a separate bus. Streams record their events, and the turns in which they get them. `isChecked` is true
 * once an event was checked against the stream's user.
 */
function createTestLive() {
  const faults = createFaults((error) => {
    throw error
  })
  let loseMessages = (): unknown => undefined
  const bus = {
    ...createLocalBus(faults),
    onGap(handler: () => unknown) {
      loseMessages = handler
      return () => {}
    },
  }
  const revocations = createRevocations(bus)
  const live = createLive(bus, revocations, faults)
  const turns = countTurns()
  onTestFinished(turns.stop)
  const servedByTurn = new Map<number, number>()

  function open(userId: string, more: Partial<Actor> = {}, lastId: string | null = null) {
    const received: string[] = []
    const sessionId = crypto.randomUUID()
    const readUserId = vi.fn(() => userId)
    const actor = Object.defineProperty({ kind: 'user', role: 'user', sessionId, ...more }, 'userId', {
      get: readUserId,
      enumerable: true,
    })
    function record(what: string): void {
      received.push(what)
      servedByTurn.set(turns.turn, (servedByTurn.get(turns.turn) ?? 0) + 1)
    }
    live.listen(
      {
        actor: actor as unknown as Actor,
        send: ({ type, data }) => record(type === 'agent.deleted' ? data.agentId : type),
        beat: () => record('beat'),
        close: () => record('closed'),
      },
      lastId,
    )
    readUserId.mockClear()
    return { received, sessionId, isChecked: () => readUserId.mock.calls.length > 0 }
  }

  return {
    live,
    revocations,
    loseMessages: () => loseMessages(),
    open,
    openMany: () => Array.from({ length: MANY }, (_, n) => open(`user ${n}`)),
    emit: (agentId: string, to: Audience) => live.emit({ type: 'agent.deleted', data: { agentId } }, to),
    maxOfOneTurn: () => Math.max(...servedByTurn.values()),
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const everyone = { everyone: true }

const displayOf = (rights: Partial<Record<keyof DisplayRights, ReadonlySet<string>>>): Pick<Actor, 'credential'> => {
  const display = { pages: new Set(), widgets: new Set(), modules: new Set(), agents: new Set(), ...rights }
  const selector = {
    get agentIds(): string[] {
      return expect.unreachable('the list of agents is searched')
    },
  }
  return { credential: { id: 'screen', name: 'Hall', scopes: new Set(), selector, display } as never }
}

test('an event is offered to the streams of its account and of administrators, and to no others', async () => {
  const { open, emit } = createTestLive()
  const [ada, bob, admin] = [open('ada'), open('bob'), open('root', { role: 'admin' })]
  emit('first', { userIds: ['ada'], admins: true })
  await nextTurn()
  expect([ada.received, bob.received, admin.received]).toEqual([['first'], [], ['first']])
  expect([ada, bob, admin].map(({ isChecked }) => isChecked())).toEqual([true, false, true])
})

test('an event for more accounts than one message names reaches all of them', async () => {
  const { openMany, emit } = createTestLive()
  const streams = openMany()
  emit('first', { userIds: streams.map((_, n) => `user ${n}`) })
  await expect.poll(() => streams.every(({ received }) => received.join() === 'first')).toBe(true)
})

test('an administrator who is named too gets an event once', async () => {
  const { open, emit } = createTestLive()
  const admin = open('root', { role: 'admin' })
  emit('first', { userIds: ['root'], admins: true })
  await nextTurn()
  expect(admin.received).toEqual(['first'])
})

test('data of a source are offered only to displays with one of its widgets, once to each', async () => {
  const { live, open } = createTestLive()
  const [clock, weather] = [displayOf({ widgets: new Set(['a', 'b']) }), displayOf({ widgets: new Set(['c']) })]
  const [hall, kitchen] = [open('ada', clock), open('ben', weather)]
  const state = { source: 's', data: 1, asOf: null, staleAfterMs: 1, error: null }
  live.emit({ type: 'source.updated', data: state }, { widgetIds: ['a', 'b'] })
  await nextTurn()
  expect([hall.received, kitchen.received]).toEqual([['source.updated'], []])
  expect([hall.isChecked(), kitchen.isChecked()]).toEqual([true, false])
})

test('each sample is looked up once among the agents of a display', async () => {
  const { live, open } = createTestLive()
  const agents = new Set(['a'])
  const has = vi.spyOn(agents, 'has')
  const hall = open('ada', displayOf({ agents }))
  const samples = Array.from({ length: 100 }, (_, n) => ({
    agentId: n ? 'b' : 'a',
    at: '2026-01-01T12:00:00.000Z',
    metrics: {},
  }))
  live.emit({ type: 'agent.data', data: { samples, records: [] } } as never, { userIds: ['ada'] })
  await nextTurn()
  expect([hall.received, has.mock.calls.length]).toEqual([['agent.data'], samples.length])
})

test('events reach thousands of streams in parts, in the order of each stream', async () => {
  const { openMany, emit, maxOfOneTurn } = createTestLive()
  const streams = openMany()
  emit('first', everyone)
  emit('second', { userIds: ['user 0', `user ${MANY - 1}`] })
  emit('third', everyone)
  await expect.poll(() => streams.at(-1)?.received).toEqual(['first', 'second', 'third'])
  expect(streams[0]?.received).toEqual(['first', 'second', 'third'])
  expect(streams.slice(1, -1).every(({ received }) => received.join() === 'first,third')).toBe(true)
  expect(maxOfOneTurn()).toBeLessThan(OF_ONE_TURN_MAX)
})

test('a stream that opens during a delivery gets only events since its position, each once', async () => {
  const { live, open, openMany, emit } = createTestLive()
  emit('before', everyone)
  await nextTurn()
  const position = live.position()
  openMany()
  emit('first', everyone)
  await Promise.resolve()
  const [fresh, reconnected] = [open('late'), open('late', {}, position)]
  emit('second', everyone)
  await expect.poll(() => reconnected.received.at(-1)).toBe('second')
  expect([fresh.received, reconnected.received]).toEqual([['second'], ['first', 'second']])
})

test('an ended session gets nothing more, not even an event that waits, and others learn of it', async () => {
  const { revocations, open, openMany, emit } = createTestLive()
  openMany()
  const [ended, other] = [open('ada'), open('ada')]
  emit('first', everyone)
  revocations.announce({ userId: 'ada', sessionId: ended.sessionId })
  await expect.poll(() => other.received).toEqual(['first', 'session.revoked'])
  expect(ended.received).toEqual(['closed'])
})

test('thousands of streams are closed in parts after messages were lost', async () => {
  const { loseMessages, openMany, maxOfOneTurn } = createTestLive()
  const streams = openMany()
  loseMessages()
  await expect.poll(() => streams.every(({ received }) => received.join() === 'closed')).toBe(true)
  expect(maxOfOneTurn()).toBeLessThan(OF_ONE_TURN_MAX)
})

test('heartbeats go to thousands of streams in parts, every twenty seconds', () =>
  inStoppedTime(async (advance) => {
    const { live, openMany, maxOfOneTurn } = createTestLive()
    const streams = openMany()
    for (let round = 1; round <= 2; round += 1) {
      await advance(20_000)
      while (streams.some(({ received }) => received.length < round)) await nextTurn()
    }
    expect(streams.every(({ received }) => received.join() === 'beat,beat')).toBe(true)
    expect(maxOfOneTurn()).toBeLessThan(OF_ONE_TURN_MAX)
    live.close()
  }))

test('streams of events beyond those that may wait read again, and no turn is longer', async () => {
  const { openMany, open, emit, maxOfOneTurn } = createTestLive()
  const streams = openMany()
  const [ada, hall] = [open('ada'), open('ada', displayOf({}))]
  emit('first', everyone)
  for (let n = 0; n < 2 * WAITING_MAX; n += 1) emit(`event ${n}`, { userIds: ['ada'] })
  await expect.poll(() => streams.at(-1)?.received).toEqual(['first'])
  await expect.poll(() => ada.received.at(-1)).toBe('resync')
  expect(ada.received.filter((what) => what === 'resync')).toHaveLength(1)
  // The events may have changed what it may read.
  expect(hall.received.at(-1)).toBe('closed')
  expect(ada.received.length).toBeLessThan(WAITING_MAX + 10)
  expect(maxOfOneTurn()).toBeLessThan(OF_ONE_TURN_MAX)
  emit('later', everyone)
  await expect.poll(() => ada.received.at(-1)).toBe('later')
})

test('a stream that missed more than one turn can send reads again', async () => {
  const { live, open, emit } = createTestLive()
  emit('first', everyone)
  await nextTurn()
  const position = live.position()
  for (let n = 0; n < REPLAYED_MAX; n += 1) emit(`event ${n}`, { userIds: ['ada'] })
  await nextTurn()
  expect(open('ada', {}, position).received).toHaveLength(REPLAYED_MAX)
  emit('one more', { userIds: ['ada'] })
  await nextTurn()
  expect(open('ada', {}, position).received).toEqual(['resync'])
  expect(open('ben', {}, position).received).toEqual([])
})
