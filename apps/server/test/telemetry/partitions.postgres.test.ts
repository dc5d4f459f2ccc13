import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import { listPartitions } from '#server/db/partitions.ts'
import type { Db } from '#server/db/schema.ts'
import { createPartitions } from '#server/telemetry/partitions.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const noon = Date.parse('2026-03-01T12:00:00Z')

describe('partitions', () => {
  let world: TestApp
  let clock: number
  beforeEach(async () => {
    clock = noon
    // No maintenance runs by itself: the tests start it.
    world = await createTestApp({ times: { maintenanceEveryMs: 1_000_000 } })
  })
  afterEach(() => world.close())

  /** Partition maintenance, as an instance runs it. */
  function renew(db: Db, { rolledUpTo = Number.MAX_SAFE_INTEGER, retentionDays = 395 } = {}): Promise<void> {
    const tiers = rollupTiers(retentionDays)
    const repo = createRepos(db).partitions
    return createPartitions({ repo, tx: transactionsOn(db), tiers, now: () => clock }).renew(rolledUpTo)
  }
  const namesOf = async (db: Db, table: 'samples' | 'rollups' | 'records') =>
    (await listPartitions(db, table)).map(({ name }) => name)
  const sample = (at: number) => ({ agent_ref: 1, at, set_id: 1, body: '[]' })
  const add = (db: Db, ...instants: number[]) => db.insertInto('samples').values(instants.map(sample)).execute()
  const instantsOf = async (db: Db) =>
    (await db.selectFrom('samples').select('at').orderBy('at').execute()).map(({ at }) => at)
  /** Samples outside of all partitions. */
  const readStrays = (db: Db) =>
    db
      .selectFrom('samples_default' as 'samples')
      .select('at')
      .execute()

  test('are created ahead once, by any number of instances', () =>
    world.withDatabase(async (db) => {
      await Promise.all([renew(db), renew(db)])
      const hours = ['t11', 't12', 't13', 't14'].map((hour) => `samples_20260301${hour}`)
      expect(await namesOf(db, 'samples')).toEqual(hours)
      expect(await namesOf(db, 'records')).toContain('records_20260303t00')
      const rollups = await listPartitions(db, 'rollups')
      expect(rollups.map(({ step }) => step).sort()).toEqual(
        [60, 600, 3600].flatMap((step) => Array(4).fill(step)).sort(),
      )
      await renew(db)
      expect(await listPartitions(db, 'rollups')).toEqual(rollups)
      clock += HOUR
      await renew(db)
      expect(await namesOf(db, 'samples')).toEqual([...hours, 'samples_20260301t15'])
    }))

  test('take over earlier rows, and rows older than all partitions stay readable', () =>
    world.withDatabase(async (db) => {
      const instants = [0, noon - 9 * DAY, noon, noon + 1]
      await add(db, ...instants)
      await renew(db)
      expect(await readStrays(db)).toEqual([{ at: 0 }, { at: noon - 9 * DAY }])
      expect(await instantsOf(db)).toEqual(instants)
    }))

  test('are dropped when all rows are too old and rolled up, even after days without a server', () =>
    world.withDatabase(async (db) => {
      await renew(db)
      await add(db, noon, noon + HOUR)
      const [{ id: last } = { id: 0 }] = await db.selectFrom('samples').select('id').orderBy('id', 'desc').execute()
      clock += 3 * HOUR
      await renew(db, { rolledUpTo: last - 1 })
      expect(await instantsOf(db)).toEqual([noon + HOUR])
      clock += 5 * DAY
      await renew(db, { rolledUpTo: last - 1 })
      expect(await instantsOf(db)).toEqual([noon + HOUR])
      await renew(db, { rolledUpTo: last })
      expect(await instantsOf(db)).toEqual([])
      expect((await namesOf(db, 'samples')).at(0)).toBe('samples_20260306t14')
    }))

  test('do not overlap after a wrong clock or a changed retention', () =>
    world.withDatabase(async (db) => {
      clock += 2 * DAY
      await renew(db)
      clock = noon
      await renew(db, { retentionDays: 1 })
      await renew(db)
      const ofHours = (await listPartitions(db, 'rollups')).filter(({ step }) => step === 3600)
      for (const [n, { from }] of ofHours.entries()) expect(from).toBeGreaterThanOrEqual(ofHours[n - 1]?.to ?? 0)
      expect(ofHours.some(({ from, to }) => from <= noon && noon < to)).toBe(true)
    }))

  test('wait for a long read without blocking others', () =>
    world.withDatabase(async (db) => {
      await db.transaction().execute(async (reader) => {
        await instantsOf(reader as unknown as Db)
        await renew(db)
        expect(await namesOf(db, 'samples')).toEqual([])
        expect(await namesOf(db, 'records')).not.toEqual([])
        await add(db, noon)
      })
      await renew(db)
      expect(await namesOf(db, 'samples')).toHaveLength(4)
      expect(await readStrays(db)).toEqual([])
    }))
})
