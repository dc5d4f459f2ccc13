import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { someone } from '@atalaya/testbed/people'
import { expect, test } from 'vitest'
import { bearer, createClient } from '#test/storm/client.ts'
import { type Instance, startInstances } from '#test/storm/storm-on-instances.ts'
import { reportFault, seconds } from '#test/support/fault-report.ts'

const LEASE_MS = 15_000
const GRACE_MS = 60_000
/** Time between two checks, and a margin for a busy machine. */
const SLACK_MS = 10_000

test('agents of a killed instance are shown as reconnecting, and then as offline', async (context) => {
  const [killed, other] = (await startInstances(2)) as [Instance, Instance]
  const client = createClient(other.address)
  await client.callOrThrow(auth.register, { body: someone({ username: 'ada' }) })
  const headers = bearer((await client.signIn('ada')).accessToken)
  const { token } = await client.callOrThrow(agents.register, { body: {} }, headers)
  const status = async () => (await client.callOrThrow(agents.list, { query: {} }, headers)).agents[0]?.status
  await connectAgent(killed.address(), token)
  await expect.poll(status).toBe('online')

  await killed.kill()
  const killedAt = performance.now()
  const msUntil = async (expected: AgentStatus) => {
    await expect.poll(status, { timeout: LEASE_MS + GRACE_MS, interval: 100 }).toBe(expected)
    return performance.now() - killedAt
  }
  const reconnectingMs = await msUntil('reconnecting')
  expect(reconnectingMs).toBeLessThan(LEASE_MS + SLACK_MS)
  const offlineMs = await msUntil('offline')
  expect(offlineMs).toBeLessThan(LEASE_MS + GRACE_MS + SLACK_MS)
  reportFault(context, {
    fault: '`kill -9` of one of two instances, whose agents do not come back',
    expected:
      'The other one shows them as reconnecting once the lease of 15 s is over, and as offline within another minute',
    measured: `Reconnecting after ${seconds(reconnectingMs)}, offline after ${seconds(offlineMs)}`,
  })
}, 300_000)
