import type { Agent } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import { describe, expect, test } from 'vitest'
import { type WatchedAgent, withEvent } from '#web/components/widget/agent-events.ts'
import { samplesOf, toView } from '#web/components/widget/agent-view.ts'

const at = '2026-01-01T00:00:00.000Z'
const agent: Agent = {
  agentId: 'a',
  _id: 'a',
  user: { _id: 'u', email: 'ada@example.com', username: 'ada', name: 'Ada', surname: 'Lovelace' },
  name: 'Attic',
  status: 'online',
  isOnline: true,
  ip: null,
  connectionInfo: { ipAddress: null },
  lastSeen: at,
  tags: [],
  machine: null,
  behind: null,
  statusMessage: null,
  quarantine: null,
  createdAt: at,
}
const sample = (agentId: string, cpu: number): Sample => ({
  agentId,
  at: new Date(Date.parse(at) + cpu * 1000).toISOString(),
  metrics: { 'cpu.percent': cpu },
})
const watched: WatchedAgent = { agent, samples: [sample('a', 1)] }
const data = (samples: Sample[]) => ({ type: 'agent.data' as const, data: { samples, records: [] } })

describe('the history of an agent', () => {
  test('contains the averages of slots with measurements', () => {
    const series = (metric: string, avg: (number | null)[]) => ({ metric, avg, min: avg, max: avg })
    const range = {
      from: Date.parse(at),
      stepMs: 10_000,
      tier: 'raw' as const,
      counts: [1, 0, 2],
      series: [series('cpu.percent', [5, null, 7]), series('memory.used', [null, null, 9])],
      metrics: [],
    }
    expect(samplesOf('a', range)).toEqual([
      { agentId: 'a', at, metrics: { 'cpu.percent': 5 } },
      { agentId: 'a', at: '2026-01-01T00:00:20.000Z', metrics: { 'cpu.percent': 7, 'memory.used': 9 } },
    ])
  })
})

test('an agent without a name has the name of its machine', () => {
  const machine = { hostname: 'attic-pi', os: 'linux', arch: 'arm64', version: '12' }
  const view = (name: string | null) =>
    toView({ data: { ...watched, agent: { ...agent, name, machine } }, isError: false }, null)
  expect(view(null)).toMatchObject({ agent: { name: 'attic-pi' } })
  expect(view('Attic')).toMatchObject({ agent: { name: 'Attic' } })
})

describe('the state of an agent', () => {
  const view = (status: 'online' | 'offline', awaySince: string | null, samples = watched.samples) =>
    toView({ data: { agent: { ...agent, status, isOnline: status === 'online' }, samples }, isError: false }, awaySince)
  const away = '2026-01-01T00:05:00.000Z'

  test('is current while agent and server are online', () => {
    expect(view('online', null)).toMatchObject({ agent: { status: 'online', isOnline: true }, oldSince: null })
  })
  test('is current for an offline agent, whose numbers are as old as its last sample', () => {
    const last = sample('a', 1).at
    expect(view('offline', null)).toMatchObject({ agent: { status: 'offline', isOnline: false }, oldSince: last })
    expect(view('offline', null, [])).toMatchObject({ oldSince: at })
  })
  test('is unknown while the server is away', () => {
    const unknown = { status: 'unknown', isOnline: false, name: 'Attic' }
    expect(view('online', away)).toMatchObject({ agent: unknown, oldSince: away })
    expect(view('offline', away)).toMatchObject({ agent: unknown, oldSince: sample('a', 1).at })
  })
})

describe('a live event', () => {
  test('adds the samples of this agent only', () => {
    const next = withEvent(watched, 'a', data([sample('b', 50), sample('a', 2)]))
    expect(next?.samples).toEqual([sample('a', 1), sample('a', 2)])
  })

  test('keeps the newest sixty samples', () => {
    const many = Array.from({ length: 80 }, (_, n) => sample('a', n))
    expect(withEvent(watched, 'a', data(many))?.samples).toEqual(many.slice(20))
  })

  test('about something else keeps the same object', () => {
    expect(withEvent(watched, 'a', data([sample('b', 1)]))).toBe(watched)
    // Two overlapping streams both sent the sample.
    expect(withEvent(watched, 'a', data([sample('a', 1)]))).toBe(watched)
    expect(withEvent(watched, 'a', { type: 'agent.deleted', data: { agentId: 'b' } })).toBe(watched)
  })

  test('replaces the agent, and a deletion removes it', () => {
    const away = { ...agent, status: 'offline' as const, isOnline: false }
    expect(withEvent(watched, 'a', { type: 'agent.updated', data: away })).toEqual({ ...watched, agent: away })
    expect(withEvent(watched, 'a', { type: 'agent.deleted', data: { agentId: 'a' } })).toBeNull()
    expect(withEvent(null, 'a', { type: 'agent.updated', data: agent })).toBeNull()
  })
})
