import { alertRules } from '@atalaya/contract/alert-rules'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isLongRead } from '#server/db/long-reads.ts'
import { diskRule, offlineRule } from '#test/support/alert-fixtures.ts'
import { createAlertWorld, DAY, MINUTE } from '#test/support/alert-world.ts'
import { captureStatements } from '#test/support/query-plans.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const STEP = 10 * MINUTE
const STEPS = (7 * DAY) / STEP
/** Steps that one part of the read decodes. */
const PART = 200
/** Stored numbers below and above the bound. They appear nowhere else, so that `countDecoded` recognizes them. */
const [LOW, HIGH] = [40.125, 95.125]
/** Steps above the bound make two alerts: one across the border of two parts, and a later one. */
const isHigh = (n: number) => (n >= PART - 5 && n < PART + 5) || n === 700

/** A world in which an agent reported for a week, except for one hour of the last day. */
async function createWorld() {
  const it = await createAlertWorld()
  onTestFinished(() => it.close())
  const ref = (await it.repos.agents.refsOf([await it.register()])).values().next().value ?? 0
  const set = { key: 'disk', dataType: 'system', names: ['swap.percent'], ownerId: 'ada' }
  const [saved] = await it.repos.metricSets.save([set], it.now())
  const begin = Math.ceil(it.now() / STEP) * STEP - 7 * DAY
  const rows = Array.from({ length: STEPS }, (_, n) => ({
    agent_ref: ref,
    step: STEP / 1000,
    at: begin + n * STEP,
    set_id: saved?.id ?? 0,
    count: 60,
    body: JSON.stringify([isHigh(n) ? HIGH : LOW]),
  }))
  await it.db
    .insertInto('rollups')
    // Without six steps of the last day: the hour in which it was offline.
    .values(rows.filter((_, n) => n < STEPS - 30 || n >= STEPS - 24))
    .execute()
  return it
}

/** Counts the stored numbers that are decoded in each turn of the event loop. */
function countDecoded(): Map<number, number> {
  const turns = countTurns()
  const decoded = new Map<number, number>()
  const { parse } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((text, ...more) => {
    if (text === `[${LOW}]` || text === `[${HIGH}]`) decoded.set(turns.turn, (decoded.get(turns.turn) ?? 0) + 1)
    return parse(text, ...more)
  })
  onTestFinished(() => {
    turns.stop()
    vi.restoreAllMocks()
  })
  return decoded
}

test('a preview of a number decodes a week in parts, each in a turn of its own', async () => {
  const it = await createWorld()
  const decoded = countDecoded()
  const body = diskRule({ metric: 'swap.percent' }, { clear: { forS: 0 } })
  expect((await it.as('ada', alertRules.preview, { body })).preview).toMatchObject({ times: 2, onAgents: 1 })
  const counts = [...decoded.values()]
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(STEPS - 6)
  expect(Math.max(...counts)).toBe(PART)
})

test.each([
  ['number', diskRule({ metric: 'swap.percent' }), 2],
  ['status', { ...offlineRule, forS: 1800 }, 1],
])('a preview of a %s reads the week in the thread of readers', async (_of, body, times) => {
  const it = await createWorld()
  const captured = captureStatements()
  onTestFinished(captured.stop)
  expect((await it.as('ada', alertRules.preview, { body })).preview).toMatchObject({ times })
  const reads = captured.take().filter(({ sql }) => sql.includes('rollups'))
  expect(reads.map(isLongRead)).toEqual([true])
})
