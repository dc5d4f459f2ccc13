import { agents } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { executeLongRead, onBehalfOf } from '#server/db/long-reads.ts'
import { openDatabase } from '#server/db/open.ts'
import { createTestApp } from '#test/support/test-app.ts'

const MANY = 40
/** Slow query on any machine. */
const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 50000)
  select count(*) as count from numbers`

/** Begins many long reads of one user at once. Returns the number of them that are complete when `work` ends. */
async function countReadsDuring(
  work: (people: { greedy: Person; patient: Person }) => Promise<unknown>,
): Promise<number> {
  const world = await createTestApp()
  onTestFinished(world.close)
  const db = await openDatabase(world.config)
  onTestFinished(() => db.destroy())
  const person = async () => {
    const { user, tokens } = await world.signUp()
    const read = () => onBehalfOf(user._id, () => executeLongRead(db, numbers))
    const search = () => world.call(agents.list, { query: { query: 'nothing is called so' } }, tokens.accessToken)
    return { read, search }
  }
  const people = { greedy: await person(), patient: await person() }
  let done = 0
  const all = Array.from({ length: MANY }, () => people.greedy.read().then(() => (done += 1)))
  await work(people)
  const before = done
  await Promise.all(all)
  return before
}
type Person = { read: () => Promise<unknown>; search: () => Promise<unknown> }

test('long reads of one person do not delay a later read of another', async () => {
  expect(await countReadsDuring(({ patient }) => patient.read())).toBeLessThan(MANY / 2)
})

test('a search waits in the queue of its user’s reads', async () => {
  expect(await countReadsDuring(({ greedy }) => greedy.search())).toBeGreaterThan(MANY / 2)
})
