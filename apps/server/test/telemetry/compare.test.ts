import { agents } from '@atalaya/contract/agents'
import { type ComparedAgent, POINTS_MAX, telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createRangeReader } from '#server/telemetry/range.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000
const noon = Date.parse('2026-03-01T12:00:00Z')

let it: TestApp
let address: string
let ada: string
let bob: string
beforeAll(async () => {
  it = await createTestApp({ now: () => noon, times: { commitMs: 2, connectsPerMinute: 1000 } })
  address = await it.listen()
  await it.signUp('admin')
})
afterAll(() => it.close())
beforeEach(async () => {
  ada = (await it.signUp()).tokens.accessToken
  bob = (await it.signUp()).tokens.accessToken
})

/** Registers a machine that measured `value` every `everyMs` in the last `minutes`. Returns its id. */
async function addMachine(token: string, name: string, { value = 1, everyMs = MINUTE, minutes = 1, tags = [''] } = {}) {
  const body = { name, tags: tags.filter(Boolean) }
  const registered = (await it.call(agents.register, { body }, token)).body.data
  const client = await connectAgent(address, registered.token)
  const count = (minutes * MINUTE) / everyMs
  const sent = Array.from({ length: count }, (_, n) => ({
    seq: n + 1,
    metrics: { value },
    at: new Date(noon - minutes * MINUTE + n * everyMs).toISOString(),
  }))
  for (let start = 0; start < count; start += 400) {
    client.send({ t: 'data', d: sent.slice(start, start + 400) })
    await client.next('data.ack')
  }
  client.kill()
  return registered.agent.agentId as string
}

async function compare(token: string, query: Record<string, string>, minutes = 60, to = noon) {
  const span = { from: new Date(to - minutes * MINUTE).toISOString(), to: new Date(to).toISOString() }
  const { status, body } = await it.call(telemetry.compare, { query: { ...span, ...query } }, token)
  expect(status).toBe(200)
  const { agents: found, total } = body.data as { agents: ComparedAgent[]; total: number }
  return { found, total, names: found.map(({ name }) => name) }
}
const ids = (...args: string[]) => ({ ids: args.join() })
const countOf = ({ range }: ComparedAgent) => range.counts.reduce((sum, count) => sum + count, 0)
const valuesOf = ({ range }: ComparedAgent) => [
  ...new Set(range.series.flatMap(({ avg }) => avg.filter((value) => value !== null))),
]

describe('several machines in one chart', () => {
  test('come in the requested order, each with its own values and step', async () => {
    const slow = await addMachine(ada, 'slow', { value: 3, minutes: 10 })
    const quick = await addMachine(ada, 'quick', { value: 5, everyMs: 5000, minutes: 10 })
    const { found, total, names } = await compare(ada, { ...ids(slow, quick), points: '600' }, 10)
    expect([names, total]).toEqual([['slow', 'quick'], 2])
    expect(found.map(valuesOf)).toEqual([[3], [5]])
    expect(found.map(({ range }) => range.stepMs)).toEqual([2 * MINUTE, 15_000])
    expect(found.map(countOf)).toEqual([10, 120])
    expect((await compare(ada, ids(quick, slow))).names).toEqual(['quick', 'slow'])
  })

  test('have every sample once, over any number of pages', async () => {
    const [long, short, longest] = [
      await addMachine(ada, 'long', { everyMs: 1000, minutes: 10 }),
      await addMachine(ada, 'short', { minutes: 10 }),
      await addMachine(ada, 'longest', { everyMs: 500, minutes: 10 }),
    ]
    const { found } = await compare(ada, ids(long, short, longest))
    expect(found.map(countOf)).toEqual([600, 10, 1200])
  })

  test('can be selected by tag, after the named ones and without duplicates', async () => {
    const tags = ['rack']
    const b = await addMachine(ada, 'b', { tags })
    await addMachine(ada, 'a', { tags })
    const other = await addMachine(ada, 'other')
    await addMachine(bob, 'not yours', { tags })
    expect(await compare(ada, { ...ids(other, b), tag: 'rack' })).toMatchObject({
      names: ['other', 'b', 'a'],
      total: 3,
    })
    expect((await compare(ada, { tag: 'rack' })).names).toEqual(['a', 'b'])
    expect(await compare(ada, { tag: 'none' })).toMatchObject({ names: [], total: 0 })
  })

  test('are at most eight, with the total number', async () => {
    const all: string[] = []
    for (let n = 0; n < 10; n++) all.push(await addMachine(ada, `rack ${n}`, { tags: ['rack'] }))
    const query = { ...ids(all[9] ?? ''), tag: 'rack', points: `${POINTS_MAX}` }
    const { names, total, found } = await compare(ada, query, 24 * 60)
    expect(names).toEqual(['rack 9', 'rack 0', 'rack 1', 'rack 2', 'rack 3', 'rack 4', 'rack 5', 'rack 6'])
    expect(total).toBe(10)
    // All machines together have at most the points that one may have.
    const points = found.reduce((sum, { range }) => sum + range.counts.length, 0)
    expect(points).toBeLessThanOrEqual(POINTS_MAX)
    expect(points).toBeGreaterThan(8 * 100)
  })

  test('exclude machines of other users and removed machines', async () => {
    const [mine, gone, theirs] = [
      await addMachine(ada, 'mine'),
      await addMachine(ada, 'gone'),
      await addMachine(bob, 'theirs'),
    ]
    await it.call(agents.remove, { params: { id: gone } }, ada)
    expect(await compare(ada, ids(theirs, gone, mine, 'nobody'))).toMatchObject({ names: ['mine'], total: 1 })
  })

  test('return all parts of a metric if the requested name ends with a colon', async () => {
    const { agent, token } = (await it.call(agents.register, {}, ada)).body.data
    const metrics = { 'disk.used': 3, 'disk.used:root': 1, 'disk.used:srv': 2, 'disk.total:srv': 9, other: 5 }
    await it.call(telemetry.push, { params: { id: agent.agentId }, body: { metrics } }, token)
    const { found } = await compare(ada, { ...ids(agent.agentId), metrics: 'disk.used:,other' }, 60, noon + MINUTE)
    expect(found[0]?.range.series.map(({ metric }) => metric)).toEqual(['disk.used:root', 'disk.used:srv', 'other'])
  })

  test('list all metrics that they send', async () => {
    const one = await addMachine(ada, 'one')
    const { found } = await compare(ada, { ...ids(one), metrics: 'none' })
    expect(found[0]?.range).toMatchObject({ series: [], metrics: ['value'] })
  })

  test('are read with as many statements as a single machine', async () => {
    for (let n = 0; n < 8; n++) await addMachine(ada, `rack ${n}`)
    await it.withDatabase(async (db) => {
      const refs = (await db.selectFrom('agents').select('ref').orderBy('ref', 'desc').limit(8).execute()).map(
        ({ ref }) => ref,
      )
      const { rollups } = createRepos(db)
      let statements = 0
      const countStatement = <T>(read: Promise<T>): Promise<T> => {
        statements++
        return read
      }
      const readRanges = createRangeReader({
        repo: {
          samplesOf: (...args) => countStatement(rollups.samplesOf(...args)),
          bucketsOf: (...args) => countStatement(rollups.bucketsOf(...args)),
          agentsWithMoreThan: (...args) => countStatement(rollups.agentsWithMoreThan(...args)),
          metricNamesOf: (...args) => countStatement(rollups.metricNamesOf(...args)),
        },
        rollup: { readCursor: async () => ({ upTo: 0, ahead: null }) },
        tiers: rollupTiers(395),
        now: () => noon,
      })
      const query = { from: noon - 60 * MINUTE, to: noon, points: 60 }
      const found = await readRanges(refs, query)
      expect(found.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))).toEqual(Array(8).fill(1))
      expect(statements).toBe(4)
    })
  })
})

test('a comparison with a reversed range or too many ids is refused', async () => {
  const span = { from: new Date(noon).toISOString(), to: new Date(noon - MINUTE).toISOString() }
  expect((await it.call(telemetry.compare, { query: span }, ada)).status).toBe(400)
  const validSpan = { from: span.to, to: span.from, ids: Array(51).fill('x').join() }
  expect((await it.call(telemetry.compare, { query: validSpan }, ada)).status).toBe(400)
})
