import { agents } from '@atalaya/contract/agents'
import type { connectAgent } from '@atalaya/testbed/agent-client'
import { expect, test } from 'vitest'
import { gatewayWorld } from '#test/support/gateway-world.ts'

const world = gatewayWorld()
const anHourAgo = Date.now() - 3_600_000

type Client = Awaited<ReturnType<typeof connectAgent>>
/** An even number makes a sample, an odd one a record. */
const item = (seq: number) => {
  const at = new Date(anHourAgo + seq * 1000).toISOString()
  return seq % 2 === 0 ? { seq, at, metrics: { n: seq } } : { seq, at, dataType: 'note', data: seq }
}
/** Sends a backlog of eight, two for each commit: the next ones only once the last ones are stored. */
async function sendBacklog(client: Client): Promise<void> {
  for (const seq of [1, 3, 5, 7]) {
    client.send({ t: 'data', d: [item(seq), item(seq + 1)] })
    expect((await client.next('data.ack')).d.seq).toBe(seq + 1)
  }
}

test('a backlog that is sent again over several commits is acknowledged each time, and stored once', async () => {
  const agent = await world.register()
  for (let time = 0; time < 3; time++) await sendBacklog(await world.connect(agent.token))
  const last = world.opened.at(-1)
  last?.send({ t: 'data', d: item(9) })
  await last?.next('data.ack')
  const { body } = await world.it.call(agents.records, { params: { id: agent.id } }, world.ada)
  const found = body.data.records.map((record: { data: { data: number | { n: number } } }) => record.data.data)
  expect(found).toEqual([9, { n: 8 }, 7, { n: 6 }, 5, { n: 4 }, 3, { n: 2 }, 1])
})
