import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createScreen } from '#test/support/display-world.ts'
import { createTestApp } from '#test/support/test-app.ts'

const STREAMS = 10
type EventStream = Awaited<ReturnType<typeof openEvents>>

/** A server with a person, and an agent of theirs that sends data. */
async function createWorld() {
  const it = await createTestApp({ times: { commitMs: 2 } })
  onTestFinished(it.close)
  const address = await it.listen()
  const { accessToken } = (await it.signUp()).tokens
  const { agent, token } = (await it.call(agents.register, {}, accessToken)).body.data
  const push = async () =>
    expect((await it.call(telemetry.push, { params: { id: agent.agentId }, body: { data: 1 } }, token)).status).toBe(
      200,
    )
  return { it, address, accessToken, push }
}

/** Number of times that data of agents are serialized until all streams have them. */
async function countSerialized(streams: EventStream[], push: () => Promise<unknown>): Promise<number> {
  onTestFinished(() => Promise.all(streams.map((stream) => stream.close())).then(() => undefined))
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  await push()
  for (const stream of streams) await expect.poll(() => stream.ofType('agent.data')).toHaveLength(1)
  return stringify.mock.calls.filter(([value]) => (value as { type?: string } | undefined)?.type === 'agent.data')
    .length
}

test('an event is serialized once for any number of streams', async () => {
  const { address, accessToken, push } = await createWorld()
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openEvents(address, accessToken)))
  expect(await countSerialized(streams, push)).toBe(1)
})

test('data of agents are serialized once for all displays that show the whole fleet', async () => {
  const { it, address, accessToken, push } = await createWorld()
  const pageId = (await it.call(dashboard.create, { body: { name: 'Fleet' } }, accessToken)).body.data.page._id
  const install = { params: { id: pageId }, body: { meta: { id: 'fleet-overview' } } }
  expect((await it.call(dashboard.install, install, accessToken)).status).toBe(200)
  const screens = [createScreen(it), createScreen(it), createScreen(it)]
  for (const screen of screens) await screen.pairWith(accessToken, { entries: [{ pageId }] })
  const streams = await Promise.all(
    screens.map(({ credential, jar }) => openEvents(address, credential(), '', jar.headers())),
  )
  expect(await countSerialized(streams, push)).toBe(1)
})
