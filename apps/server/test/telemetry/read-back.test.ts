import { agents } from '@atalaya/contract/agents'
import { expect, test } from 'vitest'
import { gatewayWorld } from '#test/support/gateway-world.ts'

const world = gatewayWorld()
const anHourAgo = Date.now() - 3_600_000
const at = (second: number) => new Date(anHourAgo + second * 1000).toISOString()
const sample = (seq: number) => ({ seq, at: at(seq), metrics: { 'cpu.percent': seq } })
const readRecords = async (id: string) =>
  (await world.it.call(agents.records, { params: { id }, query: { pageSize: '100' } }, world.ada)).body.data

test('samples with the same metric names keep their data types', async () => {
  const agent = await world.register()
  const client = await world.connect(agent.token)
  const kinds = ['house', 'garden', 'garden', 'house', 'garden']
  const typed = (from: number) => kinds.map((dataType, n) => ({ ...sample(from + n), dataType }))
  // The first samples create their sets, the others find them.
  for (const from of [1, 6]) {
    client.send({ t: 'data', d: typed(from) })
    await client.next('data.ack')
  }
  const found = (await readRecords(agent.id)).records.map(({ dataType }: { dataType: string }) => dataType)
  expect(found.toReversed()).toEqual([...kinds, ...kinds])
})

test('at one instant the last stored sample is the newest, and samples precede records', async () => {
  const agent = await world.register()
  const client = await world.connect(agent.token)
  const samples = Array.from({ length: 12 }, (_, n) => ({ ...sample(n + 1), at: at(1) }))
  client.send({ t: 'data', d: [...samples, { seq: 13, at: at(1), dataType: 'note', data: 'x' }] })
  await client.next('data.ack')
  const all = await readRecords(agent.id)
  const values = all.records.map((record: { data: { data: Record<string, number> } }) => record.data.data)
  expect(values).toEqual([...samples.toReversed().map(({ metrics }) => metrics), 'x'])
  expect((await world.it.call(agents.latest, {}, world.ada)).body.data.latest).toEqual([all.records[0]])
})

test('the agent with the newest data comes first', async () => {
  const [agent, other] = [await world.register(), await world.register()]
  const [first, second] = [await world.connect(agent.token), await world.connect(other.token)]
  const send = async (client: typeof first, items: object[]) => {
    client.send({ t: 'data', d: items })
    await client.next('data.ack')
  }
  const note = (seq: number) => ({ seq, at: at(seq), dataType: 'note', data: seq })
  await send(first, [sample(1), note(4)])
  await send(second, [note(2), sample(3)])
  const { latest } = (await world.it.call(agents.latest, {}, world.ada)).body.data
  expect(latest.map(({ agentId }: { agentId: string }) => agentId)).toEqual([agent.id, other.id])
})
