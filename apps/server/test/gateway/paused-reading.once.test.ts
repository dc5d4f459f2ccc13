import { agents } from '@atalaya/contract/agents'
import { expect, test } from 'vitest'
import { gatewaySettings } from '#server/gateway/settings.ts'
import { gatewayWorld } from '#test/support/gateway-world.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'

const { pingEveryMs, pongMs } = gatewaySettings
/** Stores each item at once. A note of 4 kB exceeds the burst, which pauses reading for some 15 s. */
const slowReading = { batchItems: 1, agentBurstBytes: 1000, agentBytesPerSecond: 200 }

const world = gatewayWorld()

test('a connection stays open if the server pauses reading while a pong is due', async () => {
  await world.restart(slowReading)
  const { id, token } = await world.register()
  const countRecords = async () =>
    (await world.it.call(agents.records, { params: { id } }, world.ada)).body.data.records.length
  await inStoppedTime(async (advance) => {
    const client = await world.connect(token)
    const send = (seq: number, data: string) =>
      client.send({ t: 'data', d: { seq, at: new Date().toISOString(), dataType: 'note', data } })
    // The agent does not read the ping yet, so its note arrives before its pong.
    client.socket.pause()
    await advance(pingEveryMs)
    send(1, 'x'.repeat(4000))
    await expect.poll(countRecords, withoutAdvancingTime).toBe(1)
    client.socket.resume()
    await client.next('data.ack')
    // Reading goes on after the time for a pong, and before the next ping.
    await advance((pongMs + pingEveryMs) / 2)
    send(2, 'short')
    expect((await client.next('data.ack')).d.seq).toBe(2)
  })
})
