import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import type { LiveEvent } from '@atalaya/contract/events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import type { Actor } from '#server/domain/actors.ts'
import { type Bus, createLocalBus } from '#server/events/bus.ts'
import type { Listener } from '#server/events/listeners.ts'
import { createLive } from '#server/events/live.ts'
import { createRevocations } from '#server/events/revocations.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const actor = (userId: string, role: Actor['role'] = 'user'): Actor => ({
  kind: 'user',
  userId,
  username: userId,
  role,
  sessionId: `session of ${userId}`,
  signedInBy: 'password',
  mustConfirm: false,
  isConfirmed: true,
  mustSetUpFactor: false,
  tokenEndsAt: Number.POSITIVE_INFINITY,
  mustChangePassword: false,
})
const deletionOf = (agentId: string): LiveEvent => ({ type: 'agent.deleted', data: { agentId } })

/** `eventBytes` replaces the size of each event. */
function setUp({ eventBytes }: { eventBytes?: number } = {}) {
  const faults = createFaults((error) => {
    throw error
  })
  const local = createLocalBus(faults)
  const bus: Bus = {
    ...local,
    subscribe: (subject, handler) => local.subscribe(subject, (message, size) => handler(message, eventBytes ?? size)),
  }
  const revocations = createRevocations(bus)
  const live = createLive(bus, revocations, faults)
  /** Opens a stream and records its events. */
  const listen = (who: Actor, lastId: string | null = null) => {
    const received: { id: string; event: LiveEvent }[] = []
    const listener: Listener & { isOpen: boolean } = {
      actor: who,
      isOpen: true,
      send: (event, id) => received.push({ id, event }),
      close: () => {
        listener.isOpen = false
      },
    }
    live.listen(listener, lastId)
    return { received, listener, events: () => received.map(({ event }) => event) }
  }
  /** Waits for all deliveries: the bus delivers in microtasks, which run before the next turn. */
  const waitForDeliveries = () => new Promise((resolve) => setImmediate(resolve))
  return { live, listen, revocations, waitForDeliveries }
}

describe('live events', () => {
  test('E5 reach only users who may read them', async () => {
    const { live, listen, waitForDeliveries } = setUp()
    const [ada, bob, admin] = [listen(actor('ada')), listen(actor('bob')), listen(actor('root', 'admin'))]
    await live.emit(deletionOf('1'), { userIds: ['ada'], admins: true })
    await live.emit(deletionOf('2'), { userIds: ['bob'] })
    await waitForDeliveries()
    expect(ada.events()).toEqual([deletionOf('1')])
    expect(bob.events()).toEqual([deletionOf('2')])
    expect(admin.events()).toEqual([deletionOf('1')])
  })

  test('are replayed if the stream missed them and may read them', async () => {
    const { live, listen, waitForDeliveries } = setUp()
    const earlierStream = listen(actor('ada'))
    await live.emit(deletionOf('1'), { userIds: ['ada'] })
    await waitForDeliveries()
    const lastId = earlierStream.received[0]?.id ?? ''
    await live.emit(deletionOf('2'), { userIds: ['bob'] })
    await live.emit(deletionOf('3'), { userIds: ['ada'] })
    await waitForDeliveries()
    expect(listen(actor('ada'), lastId).events()).toEqual([deletionOf('3')])
  })

  test('include resync for a stream with an unknown position', async () => {
    const { listen } = setUp()
    expect(listen(actor('ada'), 'elsewhere-7').events()).toEqual([{ type: 'resync', data: {} }])
  })

  test('are kept as far as they fit into eight megabytes, and replayed if one turn can send them', async () => {
    const { live, listen } = setUp({ eventBytes: 1024 * 1024 })
    const earlierStream = listen(actor('ada'))
    for (let n = 0; n < 20; n++) {
      live.emit(deletionOf(`${n}`), { userIds: ['ada'] })
      await expect.poll(earlierStream.events).toHaveLength(n + 1)
    }
    const ids = earlierStream.received.map(({ id }) => id)
    const resync = [{ type: 'resync', data: {} }]
    // Eight of the twenty events are kept. A position before them is unknown, and a megabyte is too long to replay.
    expect(listen(actor('bob'), ids[12]).events()).toEqual([])
    expect(listen(actor('bob'), ids[11]).events()).toEqual(resync)
    expect(listen(actor('ada'), ids[18]).events()).toEqual(resync)
  })

  test('C14 end with their session, and continue if another session ends', async () => {
    const { listen, revocations, waitForDeliveries } = setUp()
    const [ada, bob] = [listen(actor('ada')), listen(actor('bob'))]
    await revocations.announce({ userId: 'ada', sessionId: 'another one' })
    await waitForDeliveries()
    expect(ada.listener.isOpen).toBe(true)
    await revocations.announce({ userId: 'ada' })
    await waitForDeliveries()
    expect([ada.listener.isOpen, bob.listener.isOpen]).toEqual([false, true])
  })
})

describe('GET /api/v1/events', () => {
  let app: TestApp
  let address: string
  beforeEach(async () => {
    app = await createTestApp()
    address = await app.listen()
  })
  afterEach(() => app.close())

  test('needs a session', async () => {
    expect((await fetch(`${address}/api/v1/events`)).status).toBe(401)
  })

  test('replays all events since the position of an earlier answer', async () => {
    const { tokens } = await app.signUp()
    const token = tokens.accessToken
    // Something must have happened before, or there is no position to begin from.
    const { agent } = (await app.call(agents.register, { body: { name: 'first' } }, token)).body.data
    await app.call(agents.edit, { params: { id: agent._id }, body: { name: 'renamed' } }, token)
    const answer = await app.call(agents.list, {}, token)
    await app.call(agents.edit, { params: { id: agent._id }, body: { name: 'missed' } }, token)
    const response = await fetch(`${address}/api/v1/events`, {
      headers: { authorization: `Bearer ${token}`, 'last-event-id': String(answer.headers['x-live-position']) },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader?.read()
    expect(first?.value).toContain('"name":"missed"')
    await reader?.cancel()
  })

  test('streams until the session ends', async () => {
    const { tokens } = await app.signUp()
    const response = await fetch(`${address}/api/v1/events`, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await app.call(auth.logout, { body: { refreshToken: tokens.refreshToken } })
    expect(await response.text()).toMatch(/^id: \w+-\d+\n\n/)
  })
})
