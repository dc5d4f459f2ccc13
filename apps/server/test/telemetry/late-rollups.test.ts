import { agents } from '@atalaya/contract/agents'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { createRangeReader } from '#server/telemetry/range.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { runRetention } from '#test/support/telemetry-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const noon = Date.parse('2026-03-28T12:00:00Z')
const SAMPLES = 900
const tiers = rollupTiers(395)

let clock: number
let world: TestApp
/** The first run of the jobs finds nothing; from then on only the test runs them. */
const times = { commitMs: 2, maintenanceEveryMs: 1_000_000 }
beforeEach(async () => {
  clock = noon
  world = await createTestApp({ now: () => clock, times })
  const address = await world.listen()
  // Makes partitions, if there are any.
  await world.withDatabase((db) => runRetention(db, clock))
  const { tokens } = await world.signUp('ada')
  const { token } = (await world.call(agents.register, {}, tokens.accessToken)).body.data
  const client = await connectAgent(address, token)
  const measured = Array.from({ length: SAMPLES }, (_, n) => ({
    seq: n + 1,
    at: new Date(noon + n * 1000).toISOString(),
    metrics: { n },
  }))
  for (let start = 0; start < SAMPLES; start += 300) {
    client.send({ t: 'data', d: measured.slice(start, start + 300) })
    await client.next('data.ack')
  }
  client.kill()
})
afterEach(() => world.close())

const rollupOn = (db: Db, tx = transactionsOn(db)) => createRollup({ repo: createRepos(db).rollups, tx, tiers })
async function readCounts(db: Db) {
  const samples = await db.selectFrom('samples').select('id').execute()
  const rows = await db.selectFrom('rollups').select(['step', 'count']).execute()
  const rolledUp = tiers.map(({ stepMs }) =>
    rows.filter(({ step }) => step === stepMs / 1000).reduce((sum, { count }) => sum + count, 0),
  )
  return { samples: samples.length, rolledUp }
}

/** Arguments of `then` that turn a promise into whether it succeeded. */
const toSuccess = [() => true, () => false] as const

test('samples are kept beyond their retention until every tier has them, and are then removed', () =>
  world.withDatabase(async (db) => {
    // The server was away for longer than samples are kept.
    clock += 3 * DAY
    await runRetention(db, clock)
    expect(await readCounts(db)).toEqual({ samples: SAMPLES, rolledUp: [0, 0, 0] })
    const rollup = rollupOn(db)
    for (const [n, tier] of tiers.entries()) {
      expect((await readCounts(db)).samples).toBe(SAMPLES)
      await rollup.rollUp(tier)
      if (n < tiers.length - 1) await runRetention(db, clock)
    }
    expect((await readCounts(db)).rolledUp.at(-1)).toBe(SAMPLES)
    await runRetention(db, clock)
    expect((await readCounts(db)).samples).toBe(0)
  }))

test('a rollup is repeated after failed transactions, and counts each sample once', () =>
  world.withDatabase(async (db) => {
    // Numbers of the transactions that fail.
    const failing = new Set([2, 5, 7, 8])
    const plain = transactionsOn(db)
    let calls = 0
    const rollup = rollupOn(db, (work) =>
      plain(async (repos) => {
        const result = await work(repos)
        if (failing.delete(++calls)) throw new Error('the disk is full')
        return result
      }),
    )
    for (const tier of tiers) {
      while (!(await rollup.rollUp(tier).then(...toSuccess))) await runRetention(db, clock + HOUR)
    }
    expect(failing.size).toBe(0)
    for (const tier of tiers) await rollupOn(db).rollUp(tier)
    expect(await readCounts(db)).toEqual({ samples: SAMPLES, rolledUp: [SAMPLES, SAMPLES, SAMPLES] })
  }))

test('the jobs of a server that was away for weeks lose no samples', async () => {
  clock += 20 * DAY
  times.maintenanceEveryMs = 2
  await world.restart()
  times.maintenanceEveryMs = 1_000_000
  await expect.poll(() => world.withDatabase(async (db) => (await readCounts(db)).samples)).toBe(0)
  // The minutes are beyond their retention by then; the longer steps have all samples.
  expect((await world.withDatabase(readCounts)).rolledUp.slice(1)).toEqual([SAMPLES, SAMPLES])
})

test.each(['the first', 'the second', 'the third'])(
  'a range counts each sample once if a rollup runs after %s of its reads',
  (which) =>
    world.withDatabase(async (db) => {
      const [tier = expect.unreachable('there are tiers')] = tiers
      const rollup = rollupOn(db)
      const { rollups } = createRepos(db)
      const [{ ref } = expect.unreachable('there is an agent')] = await db.selectFrom('agents').select('ref').execute()
      const rollupAfterRead = { 'the first': 1, 'the second': 2, 'the third': 3 }[which]
      let reads = 0
      const rollUpAfter = async <T>(read: Promise<T>): Promise<T> => {
        const answer = await read
        if (++reads === rollupAfterRead) await rollup.rollUp(tier)
        return answer
      }
      const readRanges = createRangeReader({
        repo: {
          ...rollups,
          samplesOf: (...args) => rollUpAfter(rollups.samplesOf(...args)),
          bucketsOf: (...args) => rollUpAfter(rollups.bucketsOf(...args)),
        },
        rollup: { readCursor: (of) => rollUpAfter(rollup.readCursor(of)) },
        tiers,
        now: () => clock,
      })
      const query = { from: noon, to: noon + 15 * MINUTE, points: 15 }
      const [meanwhile = expect.unreachable('it is answered')] = await readRanges([ref], query)
      const [later] = await createRangeReader({ repo: rollups, rollup, tiers, now: () => clock })([ref], query)
      expect(meanwhile).toEqual(later)
      expect(meanwhile.tier).toBe('1m')
      expect(meanwhile.counts.reduce((sum, count) => sum + count, 0)).toBe(SAMPLES)
    }),
)
