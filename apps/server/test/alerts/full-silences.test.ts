import { type AlertSilence, alerts, SILENCES_MAX } from '@atalaya/contract/alert-incidents'
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type AlertWorld, createAlertWorld, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'

/** Accounts with the maximum of silences each: in total more than one statement reads. */
const OTHERS = 40
/** Maximum of rows that one statement reads. */
const READ_MAX = 5 * SILENCES_MAX

type Silence = { tag: string; times?: object }
const always = { days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', forS: 86_399, zone: 'UTC' }

async function world({ withMessages = false } = {}): Promise<AlertWorld> {
  const it = await createAlertWorld({}, withMessages)
  onTestFinished(() => it.close())
  return it
}

/** Inserts `count` silences for an account, past the limits of requests. */
async function fill(it: AlertWorld, ownerId: string, count: number, { tag, times }: Silence): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `${ownerId} ${n}`,
    owner_id: ownerId,
    target_kind: 'tag' as const,
    target: tag,
    target_name: tag,
    until: times ? null : it.now() + HOUR,
    times: times ? JSON.stringify(times) : null,
    reason: '',
    by_id: ownerId,
    by_name: 'x',
    created_at: 0,
  }))
  await it.db.insertInto('alert_silences').values(rows).execute()
}

async function fillOthers(it: AlertWorld, silence: Silence): Promise<void> {
  const { id: _, ...bob } = await it.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', 'bob')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < OTHERS; n++) {
    const key = `other-${n}`
    await it.db
      .insertInto('users')
      .values({ ...bob, id: key, username: key, username_key: key, email_key: key })
      .execute()
    await fill(it, key, SILENCES_MAX, silence)
  }
}
const userIdOf = async (it: AlertWorld, name: string) =>
  (await it.db.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()).id

/** Records the number of rows that each later statement on silences returns. */
function watchReads(): number[] {
  const executor: { executeQuery: (query: CompiledQuery) => Promise<QueryResult<unknown>> } =
    DefaultQueryExecutor.prototype
  const { executeQuery } = executor
  const rows: number[] = []
  executor.executeQuery = async function (query) {
    const result = await executeQuery.call(this, query)
    if (/^\s*select .* from "alert_silences"/s.test(query.sql)) rows.push(result.rows.length)
    return result
  }
  onTestFinished(() => {
    executor.executeQuery = executeQuery
  })
  return rows
}
const sum = (rows: number[]) => rows.reduce((total, count) => total + count, 0)

test('a request of an account with the maximum of silences reads no silences of others', async () => {
  const it = await world()
  await fillOthers(it, { tag: 'lab' })
  await fill(it, await userIdOf(it, 'ada'), SILENCES_MAX - 1, { tag: 'elsewhere' })
  const box = await it.register('ada', { name: 'box', tags: ['lab'] })
  await it.createRule({ forS: 0, clear: { forS: 0 } })
  await it.setStatus([box], 'offline')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ isSilenced: false }])

  const body = { target: { kind: 'agent', id: box }, forS: 600 }
  const created: { silence: AlertSilence } = await it.as('ada', alerts.silence, { body })
  expect((await it.ask('ada', alerts.silence, { body })).body.code).toBe('alerts.too_many_silences')
  const rows = watchReads()
  expect((await it.as('ada', alerts.silences)).silences).toHaveLength(SILENCES_MAX)
  expect(await it.listFiring()).toMatchObject([{ isSilenced: true }])
  // Both requests read the account’s own silences once.
  expect(sum(rows)).toBeLessThanOrEqual(2 * SILENCES_MAX + 10)
  expect(rows.length).toBeLessThan(10)

  await it.as('ada', alerts.endSilence, { params: { id: created.silence._id } })
  expect(await it.listFiring()).toMatchObject([{ isSilenced: false }])
})

test('the silences of all accounts end in time, and each statement reads five hundred at most', async () => {
  const it = await world()
  await fillOthers(it, { tag: 'lab' })
  const box = await it.register('ada', { name: 'box' })
  await it.createRule({ forS: 0, clear: { forS: 0 } })
  await it.setStatus([box], 'offline')
  await it.advance(JUDGE_INTERVAL)
  await it.as('ada', alerts.silence, { body: { target: { kind: 'agent', id: box } } })
  await it.setStatus([box], 'online')
  it.jump(2 * HOUR)
  const rows = watchReads()
  await it.advance(5 * MINUTE)
  expect(Math.max(...rows)).toBeLessThanOrEqual(READ_MAX)
  const { count } = it.db.fn
  const { left } = await it.db.selectFrom('alert_silences').select(count('id').as('left')).executeTakeFirstOrThrow()
  expect(Number(left)).toBe(0)
})

test('an evaluation applies maintenance, and reads only the silences of its agents’ owners', async () => {
  const it = await world()
  await fillOthers(it, { tag: 'lab', times: always })
  await fill(it, await userIdOf(it, 'ada'), SILENCES_MAX, { tag: 'lab', times: always })
  const [boxOfAda, boxOfBob] = [
    await it.register('ada', { tags: ['lab'] }),
    await it.register('bob', { tags: ['lab'] }),
  ]
  for (const username of ['ada', 'bob']) await it.createRule({ forS: 0, clear: { forS: 0 } }, username)
  await it.setStatus([boxOfAda, boxOfBob], 'offline')
  const rows = watchReads()
  await it.advance(JUDGE_INTERVAL)
  expect(sum(rows)).toBeLessThanOrEqual(2 * SILENCES_MAX)
  expect(await it.listFiring('ada')).toEqual([])
  expect(await it.listFiring('bob')).toHaveLength(1)
})

test('messages about many alerts read an account’s silences once', async () => {
  const it = await world({ withMessages: true })
  await fill(it, await userIdOf(it, 'ada'), SILENCES_MAX, { tag: 'elsewhere' })
  const box = await it.register('ada', { tags: ['lab'] })
  for (let n = 0; n < 12; n++) await it.createRule({ name: `rule ${n}`, forS: 0, clear: { forS: 0 } })
  await it.setStatus([box], 'offline')
  await it.instance.watch()
  it.jump(MINUTE)
  const rows = watchReads()
  await it.instance.round()
  expect(rows.filter((count) => count > 1)).toEqual([SILENCES_MAX])
})
