import { agents } from '@atalaya/contract/agents'
import { audit } from '@atalaya/contract/audit'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

/** Larger than any disk. */
const DISK_LOW_MB = 1e12

test('a nearly full disk stops the storing of data, and not of commands and audit entries', async () => {
  const app = await createTestApp({ config: { DISK_LOW_MB } })
  onTestFinished(app.close)
  const { tokens, user } = await app.signUp()
  const ownerToken = tokens.accessToken
  const { agent, token } = (await app.call(agents.register, { body: {} }, ownerToken)).body.data
  const params = { id: agent.agentId }
  const push = (body: object) => app.call(telemetry.push, { params, body }, token)

  expect((await push({ dataType: 'basic', data: { cpu: 1 } })).status).toBe(503)
  expect((await push({ data: { door: 'open' } })).status).toBe(503)
  expect((await app.call(agents.records, { params }, ownerToken)).body.data.pagination.total).toBe(0)

  const command = { command: 'restart', agentId: params.id }
  expect((await app.call(commands.send, { body: command }, ownerToken)).status).toBe(200)
  const { entries } = (await app.call(audit.list, {}, ownerToken)).body.data
  const recorded = entries.map(({ action, actor }: { action: string; actor: { id: string } }) => [action, actor.id])
  expect(recorded).toEqual(
    ['agent.command', 'agent.registered', 'auth.login', 'auth.registered'].map((action) => [action, user._id]),
  )
})
