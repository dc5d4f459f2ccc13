import { setImmediate } from 'node:timers/promises'
import type { Hello } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import { createReports } from '#server/commands/reports.ts'
import type { Repos } from '#server/compose/repos.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'

test('an agent’s next report is handled after its reconnection was announced', async () => {
  const happened: string[] = []
  const published = Promise.withResolvers<void>()
  const reports = createReports({
    repo: {
      find: async () => {
        happened.push('next')
        return null
      },
      hasQueued: async () => false,
    },
    tx: (work) => work({ commands: { listOpenOf: async () => [] } } as unknown as Repos),
    delivery: { wake: () => {} } as unknown as Parameters<typeof createReports>[0]['delivery'],
    announce: () => {
      happened.push('telling')
      return published.promise
    },
    onError: (error) => expect.unreachable(String(error)),
    now: Date.now,
  })
  const session = { agentId: 'a', runId: 'run', work: Promise.resolve(), waiting: 0 } as AgentSession
  reports.reconcile(session, {} as Hello)
  reports.record(session, { v: 1, t: 'cmd.ack', d: { execId: 'c' } })
  await setImmediate()
  expect(happened).toEqual(['telling'])
  published.resolve()
  await session.work
  expect(happened).toEqual(['telling', 'next'])
})
