import { once } from 'node:events'
import { connect } from 'node:net'
import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

/** More than both queues hold: the server's, and the system's for an unread socket. */
const [RECORDS, RECORD_BYTES] = [80, 200_000]

test('a stream that is not read is ended, and another stream still gets all events', {
  timeout: 60_000,
}, async () => {
  const world = await createTestApp({ times: { commitMs: 2, agentBurstBytes: 1e9 } })
  onTestFinished(world.close)
  const address = await world.listen()
  const { accessToken } = (await world.signUp()).tokens
  const { agent, token } = (await world.call(agents.register, {}, accessToken)).body.data

  const reading = await openEvents(address, accessToken)
  onTestFinished(reading.close)
  const { hostname, port } = new URL(address)
  const idle = connect(Number(port), hostname)
  onTestFinished(() => void idle.destroy())
  idle.write(`GET /api/v1/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${accessToken}\r\n\r\n`)
  await once(idle, 'readable')
  const listeners = async () => Number(/^live_listeners (\d+)$/m.exec((await world.app.inject('/metrics')).body)?.[1])
  await expect.poll(listeners).toBe(2)

  for (let n = 0; n < RECORDS; n++) {
    const body = { dataType: `type-${n}`, data: 'x'.repeat(RECORD_BYTES) }
    expect((await world.call(telemetry.push, { params: { id: agent.agentId }, body }, token)).status).toBe(200)
    await expect.poll(() => reading.ofType('agent.data'), { interval: 2 }).toHaveLength(n + 1)
  }
  await expect.poll(listeners).toBe(1)
  const received = reading.ofType('agent.data').flatMap(({ data }) => data.records.map(({ dataType }) => dataType))
  expect(received).toEqual(Array.from({ length: RECORDS }, (_, n) => `type-${n}`))
})
