import { closeCode, type Hello } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import { createReports } from '#server/commands/reports.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'

/** Maximum of one agent's reports that may wait. */
const WAITING_MAX = 1000

const ack = { v: 1, t: 'cmd.ack', d: { execId: 'c' } } as const

/** Reports of one connection. The database has no commands, and fails while `isAway` is true. */
function createConnectionReports() {
  const database = { isAway: false }
  const closed: number[] = []
  /** Pauses of reading that have not ended, after each change. */
  const pauses = [0]
  const pauseBy = (change: number) => void pauses.push((pauses.at(-1) ?? 0) + change)
  const woken: string[] = []
  const session = {
    agentId: 'box',
    runId: 'run',
    isReady: false,
    work: Promise.resolve(),
    waiting: 0,
    waitingBytes: 0,
    connection: {
      send: () => {},
      close: (code: number) => void closed.push(code),
      pause: () => pauseBy(1),
      resume: () => pauseBy(-1),
    },
  } as unknown as AgentSession
  const answer = async <T>(value: T): Promise<T> => {
    if (database.isAway) throw new Error('The database is unavailable')
    return value
  }
  const tx = (work: (repos: Repos) => unknown) =>
    work({ commands: { listOpenOf: () => answer([]) } } as unknown as Repos)
  const reports = createReports({
    repo: { find: () => answer(null), hasQueued: async () => false },
    tx: tx as RunInTransaction<'commands'>,
    delivery: { wake: (ids: string[]) => void woken.push(...ids) } as unknown as Parameters<
      typeof createReports
    >[0]['delivery'],
    announce: async () => {},
    onError: () => {},
    now: () => 0,
  })
  return { database, closed, pauses, woken, session, reports }
}

test('handled reports make room for others, also after a failure', async () => {
  const { database, closed, session, reports } = createConnectionReports()
  database.isAway = true
  reports.record(session, ack)
  await session.work
  database.isAway = false
  expect(closed).toEqual([closeCode.goingAway])
  for (const _ of [1, 2]) {
    for (let n = 0; n < WAITING_MAX; n++) reports.record(session, ack)
    await session.work
  }
  expect(closed).toEqual([closeCode.goingAway])
})

test('an agent whose commands cannot be settled gets no new ones, and its connection ends', async () => {
  const { database, closed, woken, session, reports } = createConnectionReports()
  database.isAway = true
  reports.reconcile(session, {} as Hello)
  await session.work
  expect([session.isReady, woken, closed]).toEqual([false, [], [closeCode.goingAway]])
  database.isAway = false
  reports.reconcile(session, {} as Hello)
  await session.work
  expect([session.isReady, woken]).toEqual([true, ['box']])
})

test('an agent is not read while outputs of its commands wait, and is read again afterwards', async () => {
  const { closed, pauses, session, reports } = createConnectionReports()
  const d = { execId: 'c', status: 'succeeded', output: 'x'.repeat(16 * 1024), truncated: false } as const
  const record = (count: number) => {
    for (let n = 0; n < count; n++) reports.record(session, { v: 1, t: 'cmd.result', d })
  }
  // Four outputs of 16 KiB just reach the limit of 64 KiB.
  record(4)
  expect(pauses.at(-1)).toBe(0)
  record(2)
  expect(pauses.at(-1)).toBeGreaterThan(0)
  await session.work
  await expect.poll(() => pauses.at(-1)).toBe(0)
  record(4)
  expect([pauses.at(-1), closed]).toEqual([0, []])
})
