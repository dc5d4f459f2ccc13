import { closeCode } from '@atalaya/contract/agent-protocol'
import { expect, test, vi } from 'vitest'
import type { Connection, Handlers } from '#server/connections/agent-session.ts'
import { createRegistry } from '#server/connections/registry.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createLocalBus } from '#server/events/bus.ts'
import type { ArrivalResult } from '#server/gateway/arrival.ts'
import type { Inbound } from '#server/gateway/inbound.ts'
import type { Presence } from '#server/gateway/presence.ts'
import { createSession } from '#server/gateway/session.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

const peer = { agentId: 'box', ref: 1, ownerId: 'ada', tokenHash: 'hash', ip: '192.0.2.1' }
const hello = { v: 1, t: 'hello', d: { version: '1', runId: 'run' } }
const welcome = { v: 1, t: 'welcome', d: {} } as never

stoppedTime()

/** A server whose storing of hellos the test controls. It records what happens to its agents. */
function createTestServer() {
  const happened: string[] = []
  const registry = createRegistry(createLocalBus(createFaults((error) => expect.unreachable(String(error)))))
  const presence = {
    recordConnected: (id: string) => void happened.push(`${id} arrived`),
    recordDisconnected: (id: string, epoch: number) => void happened.push(`${id} ${epoch} left`),
  } as Partial<Presence> as Presence
  const inbound = { onWelcome: () => {}, receive: () => {} } as Inbound

  function connect() {
    const stored = Promise.withResolvers<ArrivalResult>()
    let handlers: Handlers | undefined
    const connection: Connection = {
      send: () => {},
      close: (code) => {
        happened.push(`closed with ${code}`)
        handlers?.onClose()
      },
      pause: () => void happened.push('paused'),
      resume: () => void happened.push('resumed'),
    }
    const settings = gatewaySettings
    const onError = (error: unknown) => void happened.push(String(error))
    createSession(
      peer,
      (sessionHandlers) => {
        handlers = sessionHandlers
        return connection
      },
      { arrive: () => stored.promise, inbound, registry, presence, settings, onError },
    )
    return { stored, onFrame: (frame: unknown) => handlers?.onFrame(frame), onClose: () => handlers?.onClose() }
  }
  return { happened, registry, connect }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('an agent that leaves while its hello is stored is recorded as gone', async () => {
  const { happened, connect } = createTestServer()
  const agent = connect()
  agent.onFrame(hello)
  agent.onClose()
  agent.stored.resolve({ epoch: 3, welcome })
  await nextTurn()
  expect(happened).toEqual(['paused', 'resumed', 'box 3 left'])
})

test('an agent that came back while its earlier hello is stored is not recorded as gone', async () => {
  const { happened, connect } = createTestServer()
  const [older, newer] = [connect(), connect()]
  older.onFrame(hello)
  older.onClose()
  newer.onFrame(hello)
  newer.stored.resolve({ epoch: 4, welcome })
  await nextTurn()
  older.stored.resolve({ epoch: 3, welcome })
  await nextTurn()
  expect(happened).toEqual(['paused', 'paused', 'resumed', 'box arrived', 'resumed'])
})

test('nothing is read from an agent while its hello is stored', async () => {
  const { happened, connect } = createTestServer()
  const agent = connect()
  agent.onFrame(hello)
  await nextTurn()
  expect(happened).toEqual(['paused'])
  agent.stored.resolve({ epoch: 3, welcome })
  await nextTurn()
  expect(happened).toEqual(['paused', 'resumed', 'box arrived'])
})

test('a connection whose hello cannot be stored is closed, so that the agent comes again', async () => {
  const { happened, connect } = createTestServer()
  const agent = connect()
  agent.onFrame(hello)
  agent.stored.reject(new Error('The database is unavailable'))
  await nextTurn()
  expect(happened).toEqual([
    'paused',
    'resumed',
    'Error: The database is unavailable',
    `closed with ${closeCode.goingAway}`,
  ])
})

test('a connection that ends before its hello leaves no timer behind, and is forgotten', () => {
  const timers = vi.getTimerCount()
  const { registry, connect } = createTestServer()
  const agent = connect()
  expect(registry.ofAgent('box')).toHaveLength(1)
  agent.onClose()
  expect([registry.ofAgent('box'), registry.ofOwner('ada'), vi.getTimerCount()]).toEqual([[], [], timers])
})
