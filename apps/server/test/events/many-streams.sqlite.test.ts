import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

const STREAMS = 10
const MARK = 'sent to all of them'

test('an event is serialized once for any number of streams', async () => {
  const world = await createTestApp({ times: { commitMs: 2 } })
  onTestFinished(world.close)
  const address = await world.listen()
  const { accessToken } = (await world.signUp()).tokens
  const { agent, token } = (await world.call(agents.register, {}, accessToken)).body.data
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openEvents(address, accessToken)))
  onTestFinished(() => Promise.all(streams.map((stream) => stream.close())).then(() => undefined))

  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  const body = { data: MARK }
  expect((await world.call(telemetry.push, { params: { id: agent.agentId }, body }, token)).status).toBe(200)
  for (const stream of streams) await expect.poll(() => stream.ofType('agent.data')).toHaveLength(1)
  const written = stringify.mock.calls.filter(
    ([value]) => (value as { type?: string } | undefined)?.type === 'agent.data',
  )
  expect(written).toHaveLength(1)
})
