import { agents } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import type { RunRow } from '#server/telemetry/run-states.repo.ts'
import type { TelemetryBatch } from '#server/telemetry/telemetry.repo.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { queueAtLock, whileLocked } from '#test/support/at-lock.ts'
import { runRetention } from '#test/support/telemetry-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const HOUR = 3_600_000
const noon = Date.parse('2026-03-01T12:00:00Z')
const RETENTION_DAYS = 395
const tiers = rollupTiers(RETENTION_DAYS)

let it: TestApp
let ref: number
beforeEach(async () => {
  // No rollup or sweep runs by itself: the tests start them.
  it = await createTestApp({ times: { maintenanceEveryMs: 1_000_000 } })
  const { tokens } = await it.signUp()
  await it.call(agents.register, {}, tokens.accessToken)
  ref = await it.withDatabase(async (db) => (await db.selectFrom('agents').select('ref').executeTakeFirstOrThrow()).ref)
})
afterEach(() => it.close())

/** Items `from` to `to` of a run: a sample and a record each, a second apart. */
function batchOf(from: number, to: number, name = 'run-1'): TelemetryBatch {
  const run: RunRow = { ref, name, seq: to, lowest: from, isOutOfOrder: false }
  const items = Array.from({ length: to - from + 1 }, (_, n) => {
    const seq = from + n
    return { run, ref, seq, at: noon + seq * 1000 }
  })
  const content = { dataType: 'note', tags: '[]', body: '[1]' }
  return {
    runs: [run],
    samples: items.map((item) => ({ ...item, setId: 1, body: '[1]' })),
    records: items.map((item) => ({ ...item, id: `${name} ${item.seq} ${Math.random()}`, ...content })),
    now: noon,
  }
}
const store = (batch: TelemetryBatch) =>
  it.withDatabase((db) => transactionsOn(db)((repos) => repos.telemetry.store(batch)))
const storedAt = (table: 'samples' | 'records') =>
  it.withDatabase(async (db) => {
    const rows = await db.selectFrom(table).select('at').orderBy('at').execute()
    return rows.map(({ at }) => (at - noon) / 1000)
  })
/** Seconds after noon of the items 1 to `last`. */
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

/** Rollups as one instance makes them. */
const rollupOn = (db: Db) => createRollup({ repo: createRepos(db).rollups, tx: transactionsOn(db), tiers })
async function rollUp(): Promise<void> {
  await it.withDatabase(async (db) => {
    const rollup = rollupOn(db)
    for (const tier of tiers) await rollup.rollUp(tier)
  })
}
/** Number of samples in each rollup of one minute, in order of time. */
const countsPerMinute = () =>
  it.withDatabase(async (db) =>
    (await db.selectFrom('rollups').select('count').where('step', '=', 60).orderBy('at').execute()).map(
      ({ count }) => count,
    ),
  )

test('two commits with overlapping backlogs store each item once', async () => {
  await store(batchOf(1, 2))
  let second: Promise<unknown> | undefined
  const first = async (tx: Parameters<typeof createRepos>[0]) => createRepos(tx).telemetry.store(batchOf(1, 5))
  await whileLocked(it, first, async (untilWaiting) => {
    second = store(batchOf(2, 7))
    await untilWaiting(1)
  })
  await second
  expect(await storedAt('samples')).toEqual(upTo(7))
  expect(await storedAt('records')).toEqual(upTo(7))
})

test('two simultaneous rollups count each sample once', async () => {
  await store(batchOf(1, 30))
  await rollUp()
  await store(batchOf(31, 40))
  await queueAtLock(it, sql`select 1 from meta where key like 'telemetry.rolled.%' for no key update`, [rollUp, rollUp])
  expect(await countsPerMinute()).toEqual([40])
  await rollUp()
  expect(await countsPerMinute()).toEqual([40])
})

test('a rollup does not skip samples whose transaction started earlier and commits later', async () => {
  let rolling: Promise<void> | undefined
  let isOver = false
  const slow = async (tx: Parameters<typeof createRepos>[0]) => createRepos(tx).telemetry.store(batchOf(1, 3))
  await whileLocked(it, slow, async (untilWaiting) => {
    await store(batchOf(4, 9, 'run-2'))
    rolling = rollUp().finally(() => {
      isOver = true
    })
    await untilWaiting(1, () => isOver)
  })
  await rolling
  await rollUp()
  expect(await countsPerMinute()).toEqual([9])
})

test('two simultaneous sweeps remove only samples that are too old', async () => {
  const sweep = (now: number) => it.withDatabase((db) => runRetention(db, now))
  await sweep(noon)
  await store(batchOf(1, 9))
  await rollUp()
  const later = noon + 5 * HOUR
  // An open reader keeps the sweeps from dropping partitions.
  await queueAtLock(it, sql`select 1 from samples limit 1`, [() => sweep(later), () => sweep(later)])
  expect(await storedAt('samples')).toEqual([])
  expect(await storedAt('records')).toEqual(upTo(9))
  expect(await countsPerMinute()).toEqual([9])
})
