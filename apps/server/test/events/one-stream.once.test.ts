import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@atalaya/contract/events'
import { expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createLocalBus } from '#server/events/bus.ts'
import type { Listener } from '#server/events/listeners.ts'
import { createLive, REPLAYED_MAX } from '#server/events/live.ts'
import { createRevocations } from '#server/events/revocations.ts'

/** Events that are kept for streams that come back. */
const HISTORY_MAX = 1000

const [ada, bob] = [randomUUID(), randomUUID()]
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Live events on a separate bus. The streams record their events; a broken stream throws. */
function createTestLive() {
  const reported: string[] = []
  const faults = createFaults((error, where) => reported.push(`${where}: ${(error as Error).message}`))
  const bus = createLocalBus(faults)
  const revocations = createRevocations(bus)
  const live = createLive(bus, revocations, faults)
  function open(userId: string, { lastId = null as string | null, isBroken = false, sessionId = randomUUID() } = {}) {
    const received: string[] = []
    const actor = { kind: 'user', userId, sessionId, role: 'member' } as unknown as Listener['actor']
    const stop = live.listen(
      {
        actor,
        send({ type, data }) {
          if (isBroken) throw new Error('The socket is broken')
          received.push(type === 'agent.deleted' ? data.agentId : type)
        },
        close: () => void received.push('closed'),
      },
      lastId,
    )
    return { received, stop, sessionId }
  }
  const emit = (agentId: string, userId = ada) => {
    const event: LiveEvent = { type: 'agent.deleted', data: { agentId } }
    live.emit(event, { userIds: [userId] })
  }
  return { live, bus, revocations, reported, open, emit }
}

test('a stream that fails ends alone, and the others get their events', async () => {
  const { reported, open, emit } = createTestLive()
  const streams = [open(ada), open(ada, { isBroken: true }), open(ada)]
  emit('first')
  await nextTurn()
  expect(streams.map(({ received }) => received)).toEqual([['first'], ['closed'], ['first']])
  expect(reported).toEqual(['live_stream: The socket is broken'])
})

test('a stopped stream gets nothing more, and the server has no listeners then', async () => {
  const { live, open, emit } = createTestLive()
  const { received, stop } = open(ada)
  expect([live.hasListeners(), live.count()]).toEqual([true, 1])
  stop()
  emit('late')
  await nextTurn()
  expect([received, live.hasListeners(), live.count()]).toEqual([[], false, 0])
})

test('an ended session closes its own streams, and other sessions of its account learn of it', async () => {
  const { revocations, open } = createTestLive()
  const [ended, other, stranger] = [open(ada), open(ada), open(bob)]
  revocations.announce({ userId: ada, sessionId: ended.sessionId })
  await nextTurn()
  expect([ended.received, other.received, stranger.received]).toEqual([['closed'], ['session.revoked'], []])
})

test('a stream that comes back gets what it missed of a thousand events, and resync if that is much or after more', async () => {
  const { live, open, emit } = createTestLive()
  expect(open(ada, { lastId: live.position() }).received).toEqual([])
  const positions: string[] = []
  for (let n = 0; n <= HISTORY_MAX; n++) {
    emit(`${n}`)
    // The bus delivers in a microtask.
    await Promise.resolve()
    positions.push(live.position())
  }
  const [droppedId = '', oldestId = '', newestId = ''] = [positions[0], positions[1], positions.at(-1)]
  for (const user of [ada, bob]) expect(open(user, { lastId: droppedId }).received).toEqual(['resync'])
  expect(open(bob, { lastId: oldestId }).received).toEqual([])
  const { received } = open(ada, { lastId: positions.at(-1 - REPLAYED_MAX) ?? '' })
  expect([received.length, received[0], received.at(-1)]).toEqual([
    REPLAYED_MAX,
    `${HISTORY_MAX - REPLAYED_MAX + 1}`,
    `${HISTORY_MAX}`,
  ])
  expect(open(ada, { lastId: newestId }).received).toEqual([])
})

test('a stopping server ends all streams, and sends nothing later', async () => {
  const { live, revocations, open, emit } = createTestLive()
  const streams = [open(ada), open(bob)]
  live.close()
  emit('late')
  revocations.announce({ userId: ada })
  await nextTurn()
  expect(streams.map(({ received }) => received)).toEqual([['closed'], ['closed']])
})
