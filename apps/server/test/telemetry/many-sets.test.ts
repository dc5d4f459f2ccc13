import { createHash } from 'node:crypto'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { METRICS_MAX, telemetry } from '@atalaya/contract/telemetry'
import { someone } from '@atalaya/testbed/people'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Db } from '#server/db/schema.ts'
import { METRIC_SETS_PER_ACCOUNT, METRIC_SETS_PER_AGENT } from '#server/limits/limits.ts'
import { runRetention } from '#test/support/telemetry-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** More than the maximum of parameters in a statement of either database. */
const MANY = 70_000

let it: TestApp
let clock: number
beforeEach(async () => {
  clock = Date.parse('2026-03-01T12:00:00Z')
  it = await createTestApp({ now: () => clock, times: { commitMs: 2, maintenanceEveryMs: 1_000_000 } })
})
afterEach(() => it.close())

/** A person with an agent that posts one number of this name. `charts` has the names with a chart. */
async function createOwner(username: string) {
  const { user, tokens } = await it.signUp(username)
  const { agent, token } = (await it.call(agents.register, {}, tokens.accessToken)).body.data
  const params = { id: agent.agentId }
  async function send(...metrics: string[]): Promise<number> {
    const body = { dataType: 'pump', metrics: Object.fromEntries(metrics.map((metric) => [metric, 1])) }
    return (await it.call(telemetry.push, { params, body }, token)).status
  }
  return {
    id: user._id,
    /** Status of a post. */
    send,
    async post(...metrics: string[]): Promise<void> {
      expect(await send(...metrics)).toBe(200)
    },
    async charts(): Promise<string[]> {
      const signIn = { username, password: someone({ username }).password }
      const { tokens } = (await it.call(auth.login, { body: signIn })).body.data
      const query = { from: new Date(clock - HOUR).toISOString(), to: new Date(clock + HOUR).toISOString() }
      return (await it.call(telemetry.range, { params, query }, tokens.accessToken)).body.data.metrics
    },
  }
}

/** Names of the maximum length that do not compress: PostgreSQL compresses long entries of an index. */
const longNames = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const digest = createHash('sha512').update(`${n}`).digest('base64url')
    return `n${digest.toLowerCase().replaceAll(/[-_]/g, '.')}`.slice(0, 64)
  }).sort()

/** Adds sets of metrics as if agents of an account had made them. */
const addSets = (db: Db, ownerId: string, count: number) =>
  sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into metric_sets (key, data_type, names, owner_id, used_at)
    select 'pump ' || n, 'pump', '["made.' || n || '"]', cast(${ownerId} as text), cast(${clock} as bigint)
    from numbers`.execute(db)

/** Refuses all new sets, as after a deadlock, until the returned function is called. */
async function refuseSets(db: Db): Promise<(db: Db) => Promise<void>> {
  if (!isPostgres(db)) {
    await sql`create trigger refused before insert on metric_sets begin select raise(abort, 'refused'); end`.execute(db)
    return async (db) => void (await sql`drop trigger refused`.execute(db))
  }
  await sql`create function refused() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '40P01'; end $$`.execute(db)
  await sql`create trigger refused before insert on metric_sets for each row execute function refused()`.execute(db)
  return async (db) => void (await sql`drop function refused() cascade`.execute(db))
}

test('numbers of an account beyond its sets have no chart, and those of another account do', async () => {
  const [ada, bob] = [await createOwner('ada'), await createOwner('bob')]
  const allButOne = METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT - 1
  await it.withDatabase((db) => addSets(db, ada.id, allButOne))
  for (const owner of [ada, bob]) for (const metric of ['known', 'new']) await owner.post(metric)
  expect([await ada.charts(), await bob.charts()]).toEqual([['known'], ['known', 'new']])
})

test('an account with all its sets has a chart five minutes after another account made the set', async () => {
  const [ada, bob] = [await createOwner('ada'), await createOwner('bob')]
  await it.withDatabase((db) => addSets(db, ada.id, METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT))
  for (const owner of [ada, bob]) await owner.post('flow')
  // Otherwise the set of the sample before would be found for any account.
  await bob.post('heat')
  await ada.post('flow')
  expect(await ada.charts()).toEqual([])
  clock += 5 * MINUTE
  await ada.post('flow')
  expect(await ada.charts()).toEqual(['flow'])
})

test('a set that could not be stored for a moment is stored with the next sample', async () => {
  const ada = await createOwner('ada')
  const stopRefusing = await it.withDatabase((db) => refuseSets(db))
  expect(await ada.send('flow')).toBe(503)
  await it.withDatabase(stopRefusing)
  await ada.post('flow')
  expect(await ada.charts()).toEqual(['flow'])
})

test('a sample with the most and longest names has a chart, and stops no other sample', async () => {
  const [ada, bob] = [await createOwner('ada'), await createOwner('bob')]
  const names = longNames(METRICS_MAX)
  await Promise.all([ada.post(...names), bob.post('flow')])
  expect([await ada.charts(), await bob.charts()]).toEqual([names, ['flow']])
  await ada.post(...names.toReversed())
  expect(await it.withDatabase((db) => db.selectFrom('metric_sets').select('id').execute())).toHaveLength(2)
})

test('a long set of an earlier version is used further, also by an account that can make no more', async () => {
  const ada = await createOwner('ada')
  const names = longNames(20)
  await it.withDatabase(async (db) => {
    await addSets(db, ada.id, METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT)
    const set = { key: `pump\n${names.join(',')}`, data_type: 'pump', names: JSON.stringify(names) }
    await db
      .insertInto('metric_sets')
      .values({ ...set, owner_id: ada.id, used_at: clock - DAY })
      .execute()
  })
  for (let day = 0; day < 3; day++) {
    await ada.post(...names)
    expect(await ada.charts()).toEqual(names)
    clock += DAY
  }
  const sets = await it.withDatabase((db) => db.selectFrom('metric_sets').select('id').execute())
  expect(sets).toHaveLength(METRIC_SETS_PER_ACCOUNT + METRIC_SETS_PER_AGENT + 1)
})

test('a set of metrics is deleted with the last averages that may have it, unless it is used again', async () => {
  const ada = await createOwner('ada')
  for (const metric of ['once', 'again']) await ada.post(metric)
  const names = () =>
    it.withDatabase(async (db) => {
      await runRetention(db, clock)
      const sets = await db.selectFrom('metric_sets').select('names').orderBy('id').execute()
      return sets.flatMap((set): string[] => JSON.parse(set.names))
    })
  clock += 390 * DAY
  await ada.post('again')
  expect(await names()).toEqual(['once', 'again'])
  clock += 120 * DAY
  expect(await names()).toEqual(['again'])
  expect(await ada.charts()).toEqual([])
  clock += 400 * DAY
  expect(await names()).toEqual([])
  await ada.post('again')
  expect(await ada.charts()).toEqual(['again'])
})

test('a set of an earlier version is kept as if it had been used at the first clean-up', async () => {
  const count = () =>
    it.withDatabase(async (db) => {
      await runRetention(db, clock)
      return (await db.selectFrom('metric_sets').select('id').execute()).length
    })
  await it.withDatabase((db) =>
    db.insertInto('metric_sets').values({ key: 'pump', data_type: 'pump', names: '["flow"]' }).execute(),
  )
  expect(await count()).toBe(1)
  clock += 390 * DAY
  expect(await count()).toBe(1)
  clock += 120 * DAY
  expect(await count()).toBe(0)
})

test('names of more sets than a statement has parameters are found', async () => {
  await it.withDatabase(async (db) => {
    await addSets(db, 'ada', MANY)
    const ids = (await db.selectFrom('metric_sets').select('id').execute()).map(({ id }) => id)
    expect((await createRepos(db).rollups.metricNamesOf(ids)).size).toBe(MANY)
  })
})
