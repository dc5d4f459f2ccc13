import { closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { afterEach, expect, test, vi } from 'vitest'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { Registry } from '#server/connections/registry.ts'
import { createDrain } from '#server/gateway/drain.ts'
import { createGateway } from '#server/gateway/gateway.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

afterEach(() => void vi.restoreAllMocks())

test.each([
  ['few agents', 2, gatewaySettings.drainSpreadMs],
  ['more agents than connect within that time', 2000, 10_000],
])('%s are asked to come back within the time that they need', async (_many, count, spreadMs) => {
  const frames: ServerFrame[] = []
  const codes: number[] = []
  const connection = { send: (frame: ServerFrame) => frames.push(frame), close: (code: number) => codes.push(code) }
  const sessions = Array.from({ length: count }, () => ({ connection }) as unknown as AgentSession)
  const drain = createDrain({ all: () => sessions } as Registry, gatewaySettings)
  let draws = 0
  vi.spyOn(Math, 'random').mockImplementation(() => draws++ / count)
  await drain.askToReconnect()
  const delays = frames.map((frame) => (frame.t === 'drain' ? frame.d.reconnectInMs : -1))
  expect(delays).toEqual(sessions.map((_, n) => Math.round((n / count) * spreadMs)))
  await drain.closeAll('over')
  expect(codes).toEqual(sessions.map(() => closeCode.draining))
})

test('a gateway that closes stores and acknowledges data before it closes connections', async () => {
  const steps: string[] = []
  const recordLater = (step: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(step)
  }
  const record = (step: string) => () => void steps.push(step)
  const gateway = createGateway({
    accept: () => {},
    registry: { count: () => 0, close: record('the registry ends') },
    presence: { recordPost: () => {}, close: recordLater('presence is stored') },
    ingest: { close: recordLater('data are stored') },
    evictions: { close: record('evictions end') },
    instances: { close: recordLater('beats end') },
    drain: { askToReconnect: record('agents are asked to leave'), closeAll: record('connections are closed') },
  } as unknown as Parameters<typeof createGateway>[0])
  const closing = gateway.close()
  expect(gateway.isClosing()).toBe(true)
  await closing
  expect(steps).toEqual([
    'evictions end',
    'beats end',
    'agents are asked to leave',
    'data are stored',
    'connections are closed',
    'presence is stored',
    'the registry ends',
  ])
})
