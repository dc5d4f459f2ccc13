import { setImmediate } from 'node:timers/promises'
import type { Hello } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import type { OpenCommand } from '#server/commands/commands.repo.ts'
import { createReports } from '#server/commands/reports.ts'
import type { Repos } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'

test('an agent’s next report is handled after its reconnection was announced', async () => {
  const happened: string[] = []
  const published = Promise.withResolvers<void>()
  const reports = createReports({
    repo: {
      find: async () => {
        happened.push('next report')
        return null
      },
      hasQueued: async () => false,
    },
    tx: (work) => work({ commands: { listOpenOf: async () => [] } } as unknown as Repos),
    delivery: { wake: () => {} } as unknown as Parameters<typeof createReports>[0]['delivery'],
    announce: () => {
      happened.push('announcement')
      return published.promise
    },
    onError: (error) => expect.unreachable(String(error)),
    now: Date.now,
  })
  const session = { agentId: 'a', runId: 'run', work: Promise.resolve(), waiting: 0, waitingBytes: 0 } as AgentSession
  reports.reconcile(session, {} as Hello)
  reports.record(session, { v: 1, t: 'cmd.ack', d: { execId: 'c' } })
  await setImmediate()
  expect(happened).toEqual(['announcement'])
  published.resolve()
  await session.work
  expect(happened).toEqual(['announcement', 'next report'])
})

test('a result is announced although the search for the next queued command fails', async () => {
  const announced: string[][] = []
  const failures: unknown[] = []
  const row = { id: 'c', agent_id: 'a', status: 'running', attempt: 1, sent_to: null, taken_at: 1, started_at: 1 }
  const open = { row, state: { status: 'running', attempt: 1, doubt: false } } as unknown as OpenCommand
  const failure = new Error('The database is unavailable')
  const reports = createReports({
    repo: { find: async () => open, hasQueued: () => Promise.reject(failure) },
    tx: (work) => work({ commands: { moveIfUnchanged: async () => () => true } } as unknown as Repos),
    delivery: { wake: () => {} } as unknown as Parameters<typeof createReports>[0]['delivery'],
    announce: async (ids) => void announced.push(ids),
    onError: (error) => failures.push(error),
    now: Date.now,
  })
  const connection = { send: () => {}, close: () => {} }
  const session = {
    agentId: 'a',
    runId: 'run',
    work: Promise.resolve(),
    waiting: 0,
    waitingBytes: 0,
    connection,
  } as unknown as AgentSession
  reports.record(session, {
    v: 1,
    t: 'cmd.result',
    d: { execId: 'c', status: 'succeeded', output: '', truncated: false },
  })
  await session.work
  expect({ announced, failures }).toEqual({ announced: [['c']], failures: [failure] })
})
