import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let address: string
let admin: string
let ada: string
let bob: string
let agent: { id: string; token: string }
beforeEach(async () => {
  it = await createTestApp({ times: { commitMs: 5, presenceEveryMs: 5, connectsPerMinute: 1000 } })
  address = await it.listen()
  admin = (await it.signUp('admin')).tokens.accessToken
  ada = (await it.signUp('ada')).tokens.accessToken
  bob = (await it.signUp('bob')).tokens.accessToken
  const { body } = await it.call(agents.register, {}, ada)
  agent = { id: body.data.agent.agentId, token: body.data.token }
})
afterEach(() => it.close())

const anHourAgo = Date.now() - 3_600_000
const at = (second: number) => new Date(anHourAgo + second * 1000).toISOString()
const sample = (seq: number) => ({ seq, at: at(seq), metrics: { 'cpu.percent': seq } })
async function readRecords(query: Record<string, string> = { pageSize: '100' }) {
  const { body } = await it.call(agents.records, { params: { id: agent.id }, query }, ada)
  return body.data
}
/** Values of `cpu.percent` in the records, newest first. */
const readCpu = async () =>
  (await readRecords()).records.map(
    (record: { data: { data: { 'cpu.percent': number } } }) => record.data.data['cpu.percent'],
  )

describe('data of an agent', () => {
  test('is acknowledged once it is stored, and can be read by users', async () => {
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: sample(1) })
    expect((await client.next('data.ack')).d).toEqual({ run: 'run-1', seq: 1 })
    const record = { seq: 2, at: at(2), dataType: 'backup', tags: ['nightly'], data: { ok: true, files: ['a'] } }
    client.send({ t: 'data', d: [record, sample(3)] })
    expect((await client.next('data.ack')).d.seq).toBe(3)
    const { records: list, pagination } = await readRecords()
    expect(pagination.total).toBe(3)
    expect(list).toMatchObject([
      {
        dataType: 'system',
        tags: [],
        data: { data: { 'cpu.percent': 3 } },
        createdAt: at(3),
      },
      { dataType: 'backup', tags: ['nightly'], data: { data: { ok: true, files: ['a'] } } },
      { dataType: 'system', data: { data: { 'cpu.percent': 1 } } },
    ])
  })

  test('is acknowledged again and stored once when it is sent again', async () => {
    const first = await connectAgent(address, agent.token)
    first.send({ t: 'data', d: [sample(1), sample(2)] })
    await first.next('data.ack')
    first.send({ t: 'data', d: [sample(1), sample(2), sample(3)] })
    expect((await first.next('data.ack')).d.seq).toBe(3)
    const second = await connectAgent(address, agent.token)
    second.send({ t: 'data', d: [sample(2), sample(2), sample(3), sample(4)] })
    expect((await second.next('data.ack')).d.seq).toBe(4)
    expect(await readCpu()).toEqual([4, 3, 2, 1])
  })

  test('is stored once when two copies wait for the same commit', async () => {
    const client = await connectAgent(address, agent.token)
    for (const _ of [1, 2, 3]) client.send({ t: 'data', d: [sample(1), sample(2)] })
    client.send({ t: 'data', d: sample(3) })
    // One receipt for all that a commit stored.
    while ((await client.next('data.ack')).d.seq < 3) {}
    expect(await readCpu()).toEqual([3, 2, 1])
  })

  test('is not stored when it comes out of order, and its agent gets an error', async () => {
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: [sample(1), sample(5), sample(3), sample(4)] })
    expect((await client.next('data.ack')).d).toEqual({ run: 'run-1', seq: 5, dropped: 2 })
    client.send({ t: 'data', d: [sample(2), sample(6)] })
    expect((await client.next('data.ack')).d).toEqual({ run: 'run-1', seq: 6, dropped: 1 })
    expect(await readCpu()).toEqual([6, 5, 1])
  })

  test.each([
    ['in the same connection', true],
    ['after a new start under the old name', false],
  ])('is refused without an acknowledgement if sequence numbers restart within a run, %s', async (_when, isSame) => {
    const first = await connectAgent(address, agent.token)
    first.send({ t: 'data', d: [1, 2, 3].map(sample) })
    await first.next('data.ack')
    const again = isSame ? first : await connectAgent(address, agent.token)
    const restarted = (seq: number) => ({ ...sample(seq), at: at(100 + seq) })
    for (const items of [[restarted(1)], [1, 2, 3, 4].map(restarted), [restarted(5)]]) {
      again.send({ t: 'data', d: items })
      expect((await again.next('error')).d.message).toContain('the run run-1 counts from the start again')
    }
    expect(again.frames.filter(({ t }) => t === 'data.ack')).toEqual([])
    expect(await readCpu()).toEqual([3, 2, 1])
    // Items of the next run are stored.
    const next = await connectAgent(address, agent.token, { runId: 'run-2' })
    next.send({ t: 'data', d: [1, 2].map(restarted) })
    expect((await next.next('data.ack')).d).toEqual({ run: 'run-2', seq: 2 })
  })

  test('of a new run restarts its numbers, and missing data of an older run names that run', async () => {
    const first = await connectAgent(address, agent.token, { runId: 'monday' })
    first.send({ t: 'data', d: [sample(1), sample(2)] })
    await first.next('data.ack')
    const second = await connectAgent(address, agent.token, { runId: 'tuesday' })
    const owed = [2, 3].map((seq) => ({ ...sample(seq), run: 'monday' }))
    second.send({ t: 'data', d: [...owed, { ...sample(1), metrics: { 'cpu.percent': 50 } }] })
    const acks = [(await second.next('data.ack')).d, (await second.next('data.ack')).d]
    expect(acks).toEqual([
      { run: 'monday', seq: 3, dropped: 1 },
      { run: 'tuesday', seq: 1 },
    ])
    expect((await readCpu()).sort((a: number, b: number) => a - b)).toEqual([1, 2, 3, 50])
  })

  test('from a clock that is ahead gets the time of the server', async () => {
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: { ...sample(1), at: '2099-01-01T00:00:00Z' } })
    await client.next('data.ack')
    expect(Date.parse((await readRecords()).records[0].createdAt)).toBeLessThan(Date.now() + 1000)
  })

  test('with many new metric names is stored as plain records beyond a limit', async () => {
    const client = await connectAgent(address, agent.token)
    const odd = Array.from({ length: 30 }, (_, n) => ({ seq: n + 1, at: at(n), metrics: { [`name-${n}`]: n } }))
    client.send({ t: 'data', d: odd })
    await client.next('data.ack')
    const { records: list } = await readRecords()
    expect(list).toHaveLength(30)
    expect(list.filter((record: { _id: string }) => record._id.startsWith('s'))).toHaveLength(20)
  })

  test('is removed with the agent', async () => {
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: sample(1) })
    await client.next('data.ack')
    await it.call(agents.remove, { params: { id: agent.id } }, ada)
    expect((await it.call(agents.records, { params: { id: agent.id } }, admin)).status).toBe(404)
  })
})

describe('reading the data of an agent', () => {
  test('is allowed for the owner and administrators, and others get 404', async () => {
    await it.call(telemetry.push, { params: { id: agent.id }, body: { data: 1 } }, agent.token)
    const read = (token: string) => it.call(agents.records, { params: { id: agent.id } }, token)
    expect([(await read(ada)).status, (await read(admin)).status, (await read(bob)).status]).toEqual([200, 200, 404])
    const latest = async (token: string) => (await it.call(agents.latest, {}, token)).body.data.latest.length
    await connectAgent(address, agent.token)
    expect([await latest(ada), await latest(admin), await latest(bob)]).toEqual([1, 1, 0])
  })

  test('gives the newest item of all kinds as the latest', async () => {
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: [sample(1), { seq: 2, at: at(2), dataType: 'note', data: 'newer' }] })
    await client.next('data.ack')
    const latest = async () => (await it.call(agents.latest, {}, ada)).body.data.latest
    expect(await latest()).toMatchObject([{ agentId: agent.id, data: { data: 'newer' } }])
    client.send({ t: 'data', d: sample(3) })
    await client.next('data.ack')
    expect(await latest()).toMatchObject([{ agentId: agent.id, data: { data: { 'cpu.percent': 3 } } }])
  })

  test('returns pages, newest first', async () => {
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: [1, 2, 3].map(sample) })
    await client.next('data.ack')
    const page = await readRecords({ page: '2', pageSize: '2' })
    expect(page.pagination).toEqual({ total: 3, current: 2, pages: 2, pageSize: 2 })
    expect(page.records).toMatchObject([{ data: { data: { 'cpu.percent': 1 } } }])
  })

  test('is possible live for the owner and administrators only', async () => {
    const streams = await Promise.all([ada, admin, bob].map((token) => openEvents(address, token)))
    const [ownerStream, adminStream, strangerStream] = streams
    const client = await connectAgent(address, agent.token)
    client.send({ t: 'data', d: [sample(1), { seq: 2, at: at(2), dataType: 'note', data: 'x' }] })
    await expect
      .poll(() => ownerStream?.ofType('agent.data'))
      .toMatchObject([
        { data: { samples: [{ agentId: agent.id, metrics: { 'cpu.percent': 1 } }], records: [{ dataType: 'note' }] } },
      ])
    await expect.poll(() => adminStream?.ofType('agent.data').length).toBe(1)
    await expect.poll(() => ownerStream?.ofType('agent.updated').at(-1)?.data.status).toBe('online')
    await it.call(agents.remove, { params: { id: agent.id } }, ada)
    await expect.poll(() => adminStream?.ofType('agent.deleted')).toMatchObject([{ data: { agentId: agent.id } }])
    // Bob's own agent comes after all of Ada's events, on the same bus.
    await it.call(agents.register, {}, bob)
    await expect.poll(() => strangerStream?.events.length).toBe(1)
    expect(strangerStream?.ofType('agent.updated')).toMatchObject([{ data: { user: { username: 'bob' } } }])
    await Promise.all(streams.map((stream) => stream.close()))
  })
})
