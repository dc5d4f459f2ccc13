import { agents } from '@atalaya/contract/agents'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { openDatabase } from '#server/db/open.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const noon = Date.parse('2026-03-01T12:00:00Z')

let clock: number
let world: TestApp
let ada: string
let agent: { id: string; token: string }
let client: Awaited<ReturnType<typeof connectAgent>>
let seq: number
beforeEach(async () => {
  clock = noon
  seq = 0
  const times = { commitMs: 2, presenceEveryMs: 5, maintenanceEveryMs: 2, connectsPerMinute: 1000, pingEveryMs: 60_000 }
  world = await createTestApp({ now: () => clock, times })
  const address = await world.listen()
  ada = (await world.signUp('ada')).tokens.accessToken
  const { body } = await world.call(agents.register, {}, ada)
  agent = { id: body.data.agent.agentId, token: body.data.token }
  client = await connectAgent(address, agent.token)
})
afterEach(() => world.close())

type Measured = { at: number; value: number }
async function send(measured: Measured[]) {
  for (let start = 0; start < measured.length; start += 400) {
    const d = measured.slice(start, start + 400).map(({ at, value }) => ({
      seq: ++seq,
      at: new Date(at).toISOString(),
      metrics: { value, fixed: 7 },
    }))
    client.send({ t: 'data', d })
    await client.next('data.ack')
  }
}
async function range(from: number, to: number, query: Record<string, string> = {}) {
  // Signs in each time: access tokens last ten minutes, and these tests move the clock by hours.
  const fullQuery = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...query }
  const login = await world.app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: 'ada', password: 'correct horse battery' },
  })
  const token = login.json().data.tokens.accessToken
  const { status, body } = await world.call(telemetry.range, { params: { id: agent.id }, query: fullQuery }, token)
  expect(status).toBe(200)
  return body.data as Range
}
const seriesOf = (answer: Range, metric = 'value') => answer.series.find((series) => series.metric === metric)

/** Number of stored samples, and the counts of the rollups of each tier. Read without the server. */
async function countStored() {
  const db = await openDatabase(world.config)
  const [samples, rollups] = await Promise.all([
    db.selectFrom('samples').select('id').execute(),
    db.selectFrom('rollups').select(['step', 'count']).execute(),
  ])
  await db.destroy()
  const counts = (step: number) => rollups.filter((row) => row.step === step).map((row) => row.count)
  return { samples: samples.length, minutes: counts(60), tenMinutes: counts(600), hours: counts(3600) }
}

/** One sample every ten seconds. Its value is ten times its minute plus its position in the minute. */
const everyTenSeconds = (from: number, minutes: number): Measured[] =>
  Array.from({ length: minutes * 6 }, (_, n) => ({ at: from + n * 10_000, value: Math.floor(n / 6) * 10 + (n % 6) }))

describe('rollups', () => {
  test('keep min, avg, max and count in every tier, with every sample once', async () => {
    // More samples than one page.
    await send(everyTenSeconds(noon - HOUR, 60))
    await send(everyTenSeconds(noon - HOUR + 5_000, 60))
    clock = noon + HOUR + 10_000
    await expect.poll(async () => (await countStored()).hours).toEqual([720])
    const { minutes, tenMinutes } = await countStored()
    expect(minutes).toEqual(Array(60).fill(12))
    expect(tenMinutes).toEqual(Array(6).fill(120))
    const answer = await range(noon - HOUR, noon, { points: '60' })
    expect(answer).toMatchObject({ tier: '1m', stepMs: MINUTE, from: noon - HOUR, metrics: ['fixed', 'value'] })
    expect(seriesOf(answer)?.min.slice(0, 3)).toEqual([0, 10, 20])
    expect(seriesOf(answer)?.avg.slice(0, 3)).toEqual([2.5, 12.5, 22.5])
    expect(seriesOf(answer)?.max.slice(0, 3)).toEqual([5, 15, 25])
    expect(seriesOf(answer, 'fixed')?.avg).toEqual(Array(60).fill(7))
  })

  test('include samples that arrive late', async () => {
    const all = everyTenSeconds(noon - HOUR, 10)
    await send(all.filter((_, n) => n % 2 === 0))
    clock = noon + MINUTE + 10_000
    await expect.poll(async () => (await countStored()).minutes).toEqual(Array(10).fill(3))
    await send(all.filter((_, n) => n % 2 === 1))
    clock += MINUTE
    await expect.poll(async () => (await countStored()).minutes).toEqual(Array(10).fill(6))
    expect(seriesOf(await range(noon - HOUR, noon, { points: '60' }))?.avg.slice(0, 10)).toEqual(
      Array.from({ length: 10 }, (_, n) => n * 10 + 2.5),
    )
  })

  test('refuse to move a cursor that has already advanced', async () => {
    await send(everyTenSeconds(noon - HOUR, 5))
    const db = await openDatabase(world.config)
    const repo = createRepos(db).rollups
    clock = noon + MINUTE + 10_000
    await expect.poll(async () => (await countStored()).minutes).toEqual(Array(5).fill(6))
    const cursor = await repo.cursor('telemetry.rolled.1m')
    const earlier = { ...cursor, upTo: cursor.upTo - 1 }
    expect(await repo.moveCursor('telemetry.rolled.1m', earlier, cursor)).toBe(false)
    await db.destroy()
  })
})

describe('a range', () => {
  test('shows missing samples as gaps', async () => {
    await send(everyTenSeconds(noon - HOUR, 10))
    await send(everyTenSeconds(noon - HOUR + 20 * MINUTE, 10))
    const answer = await range(noon - HOUR, noon - 30 * MINUTE, { points: '30' })
    expect(answer.counts).toEqual([...Array(10).fill(6), ...Array(10).fill(0), ...Array(10).fill(6)])
    expect(seriesOf(answer)?.avg.map((value) => value === null)).toEqual(answer.counts.map((count) => count === 0))
  })

  test('with too many samples for a chart is read from minutes, even if its slots should be narrower', async () => {
    const sparse = Array.from({ length: 10_000 }, (_, n) => ({ at: noon - HOUR + n * 300, value: n }))
    await send(sparse)
    const query = { points: '400' }
    expect(await range(noon - HOUR, noon, query)).toMatchObject({ tier: 'raw' })
    await send([{ at: noon - MINUTE, value: 1 }])
    clock = noon + MINUTE + 10_000
    await expect.poll(async () => (await countStored()).minutes.reduce((sum, count) => sum + count, 0)).toBe(10_001)
    const answer = await range(noon - HOUR, noon, query)
    expect(answer).toMatchObject({ tier: '1m', stepMs: MINUTE })
    expect(answer.counts.reduce((sum, count) => sum + count)).toBe(10_001)
  })

  test('is the same before and after the rollup', async () => {
    await send(everyTenSeconds(noon - HOUR, 60))
    const before = await range(noon - HOUR, noon, { points: '60' })
    clock = noon + MINUTE + 10_000
    await expect.poll(async () => (await countStored()).minutes.length).toBe(60)
    await send([0, 4].map((minute) => ({ at: noon + minute * MINUTE + 1000, value: 90 + minute })))
    // Slots keep the width of the rollup rows, even if later samples are farther apart.
    const after = await range(noon - HOUR, noon + 5 * MINUTE, { points: '65' })
    expect(seriesOf(after)?.avg.slice(0, 60)).toEqual(seriesOf(before)?.avg)
    expect(after.counts.slice(0, 60)).toEqual(before.counts)
    expect(seriesOf(after)?.avg.slice(60)).toEqual([90, null, null, null, 94])
  })

  /** Lets every job run once. A round runs all jobs; when a later one writes a second minute, the first has ended. */
  async function runJobsOnce() {
    for (const written of [1, 2]) {
      await send([{ at: noon - DAY + written * MINUTE, value: 0 }])
      clock += MINUTE + 10_000
      await expect.poll(async () => (await countStored()).minutes.length).toBe(written)
    }
  }

  test('of a week includes minutes that are not yet in the hours', async () => {
    await runJobsOnce()
    // This hour has not ended, so it is not rolled up yet.
    const now = noon + 20 * MINUTE
    clock = now
    await send(everyTenSeconds(now - 10 * MINUTE, 10))
    clock = now + MINUTE + 10_000
    await expect.poll(async () => (await countStored()).minutes.filter((count) => count > 1)).toEqual(Array(10).fill(6))
    expect((await countStored()).hours).not.toContain(60)
    const answer = await range(now - 7 * DAY, now, { points: '56' })
    expect(answer.tier).toBe('1h')
    expect(answer.counts.at(-1)).toBe(60)
    expect(seriesOf(answer)?.max.at(-1)).toBe(95)
  })

  test('of the last minutes is read from samples, in slots that fit their interval', async () => {
    await send(everyTenSeconds(noon - 10 * MINUTE, 10))
    const fine = await range(noon - 10 * MINUTE, noon, { points: '600' })
    expect(fine).toMatchObject({ tier: 'raw', stepMs: 15_000 })
    expect(fine.counts.every((count) => count > 0)).toBe(true)
    await send(Array.from({ length: 20 }, (_, n) => ({ at: noon - 30 * MINUTE + n * MINUTE, value: n })))
    const slow = await range(noon - 30 * MINUTE, noon - 10 * MINUTE, { points: '600' })
    expect(slow.counts.every((count) => count > 0)).toBe(true)
  })

  test('returns the requested metrics, and lists all names', async () => {
    await send(everyTenSeconds(noon - HOUR, 1))
    const answer = await range(noon - HOUR, noon, { metrics: 'value,none' })
    expect(answer.series.map((series) => series.metric)).toEqual(['value'])
    expect(answer.metrics).toEqual(['fixed', 'value'])
  })

  test('is refused if its end is before its start, and is not found for other users', async () => {
    const query = { from: new Date(noon).toISOString(), to: new Date(noon - HOUR).toISOString() }
    expect((await world.call(telemetry.range, { params: { id: agent.id }, query }, ada)).status).toBe(400)
    const bob = (await world.signUp('bob')).tokens.accessToken
    const validSpan = { from: query.to, to: query.from }
    expect((await world.call(telemetry.range, { params: { id: agent.id }, query: validSpan }, bob)).status).toBe(404)
  })
})

describe('retention', () => {
  // Whole partitions are removed, so a row can stay for up to a quarter of its retention longer.
  test('removes samples after two hours, minutes after two days, and hours last', async () => {
    await send(everyTenSeconds(noon - HOUR, 60))
    clock = noon + HOUR + 10_000
    await expect.poll(async () => (await countStored()).hours).toEqual([360])
    clock = noon + 3 * HOUR
    await expect.poll(async () => (await countStored()).samples).toBe(0)
    clock = noon + 3 * DAY
    await expect.poll(async () => (await countStored()).minutes).toEqual([])
    expect(seriesOf(await range(noon - HOUR, noon + HOUR, { points: '12' }))?.max.slice(0, 6)).toEqual([
      95, 195, 295, 395, 495, 595,
    ])
    clock = noon + 36 * DAY
    await expect.poll(async () => (await countStored()).tenMinutes).toEqual([])
    expect(seriesOf(await range(noon - HOUR, noon + HOUR, { points: '2' }))?.max).toEqual([595, null])
    clock = noon + 430 * DAY
    await expect.poll(async () => (await countStored()).hours).toEqual([])
  })

  test('keeps the newest two hundred records of each data type', async () => {
    const note = (n: number) => ({
      seq: ++seq,
      at: new Date(noon - HOUR + n * 1000).toISOString(),
      dataType: 'note',
      data: n,
    })
    const other = { ...note(-1), dataType: 'other' }
    client.send({ t: 'data', d: [other, ...Array.from({ length: 250 }, (_, n) => note(n))] })
    await client.next('data.ack')
    const { body } = await world.call(agents.records, { params: { id: agent.id }, query: { pageSize: '1' } }, ada)
    expect(body.data.pagination.total).toBe(201)
    expect(body.data.records[0].data.data).toBe(249)
  })
})
