import { agents } from '@atalaya/contract/agents'
import { type Range, telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { expect, onTestFinished, test } from 'vitest'
import { createRepos, type RunInTransaction, transactionsOn } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { createTestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000
const noon = Date.parse('2026-03-28T12:00:00Z')
/** Minutes with a sample: more than one transaction stores. */
const MINUTES = 500
/** Maximum of buckets that one transaction stores. */
const PART_BUCKETS = 400
const tiers = rollupTiers(395)
const [minutes = expect.unreachable('there are tiers')] = tiers

/** Two agents that have each sent a sample a minute. Only the test rolls up. */
async function createWorld() {
  const it = await createTestApp({ now: () => noon, times: { commitMs: 2, maintenanceEveryMs: 1_000_000 } })
  onTestFinished(() => it.close())
  const address = await it.listen()
  const ada = (await it.signUp('ada')).tokens.accessToken
  const register = async () => {
    const { agent, token } = (await it.call(agents.register, {}, ada)).body.data
    return { id: agent.agentId as string, client: await connectAgent(address, token) }
  }
  const both = [await register(), await register()]
  let seq = 0
  /** Sends a sample of each minute for both agents. */
  async function send(): Promise<void> {
    for (let start = 0; start < MINUTES; start += 250) {
      const d = Array.from({ length: 250 }, (_, n) => ({
        seq: ++seq,
        at: new Date(noon - (MINUTES - start - n) * MINUTE).toISOString(),
        metrics: { n },
      }))
      for (const { client } of both) {
        client.send({ t: 'data', d })
        await client.next('data.ack')
      }
    }
  }
  await send()
  /** Counts samples in the charts of both agents. */
  async function countShown(): Promise<number[]> {
    const query = { from: new Date(noon - MINUTES * MINUTE).toISOString(), to: new Date(noon).toISOString() }
    const counts: number[] = []
    for (const { id } of both) {
      const { body } = await it.call(telemetry.range, { params: { id }, query: { ...query, points: '500' } }, ada)
      const range = body.data as Range
      expect(range.tier).toBe('1m')
      counts.push(range.counts.reduce((sum, count) => sum + count, 0))
    }
    return counts
  }
  return { it, send, countShown }
}

const rollUp = (db: Db, tx: RunInTransaction<'rollups'> = transactionsOn(db)) =>
  createRollup({ repo: createRepos(db).rollups, tx, tiers }).rollUp(minutes)
/** Cursor of the minutes, as an earlier version reads it. That version stored a whole rollup at once. */
const readNumericCursor = async (db: Db) => {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'telemetry.rolled.1m').executeTakeFirst()
  return Number(row?.value ?? 0)
}
const readBuckets = (db: Db) => db.selectFrom('rollups').select('count').where('step', '=', 60).execute()

/** Transactions on a database. The nth fails, as if the server was killed in it. */
function failingAt(db: Db, n: number): RunInTransaction<'rollups'> {
  const plain = transactionsOn(db)
  let calls = 0
  return (work) =>
    plain(async (repos) => {
      const result = await work(repos)
      if (++calls === n) throw new Error('killed')
      return result
    })
}

test('a transaction of a rollup stores a few buckets, and all are stored', async () => {
  const { it } = await createWorld()
  await it.withDatabase(async (db) => {
    const plain = transactionsOn(db)
    const stored: number[] = []
    await rollUp(db, async (work) => {
      const before = (await readBuckets(db)).length
      const result = await plain(work)
      stored.push((await readBuckets(db)).length - before)
      return result
    })
    expect(Math.max(...stored)).toBeLessThanOrEqual(PART_BUCKETS)
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(2 * MINUTES)
  })
})

// The first transaction reads how far samples are committed; the others store a part each.
test.each([2, 3, 4])(
  'a rollup killed in its transaction %i goes on later, and counts each sample once',
  async (nth) => {
    const { it, send, countShown } = await createWorld()
    await it.withDatabase(async (db) => {
      await rollUp(db)
      await send()
      await expect(rollUp(db, failingAt(db, nth))).rejects.toThrow('killed')
      expect(await countShown()).toEqual([2 * MINUTES, 2 * MINUTES])
      await send()
      expect(await countShown()).toEqual([3 * MINUTES, 3 * MINUTES])
      await rollUp(db)
      expect(await countShown()).toEqual([3 * MINUTES, 3 * MINUTES])
      expect(await readBuckets(db)).toEqual(Array(2 * MINUTES).fill({ count: 3 }))
      await rollUp(db)
      expect(await readBuckets(db)).toEqual(Array(2 * MINUTES).fill({ count: 3 }))
    })
  },
)

test('a server that failed to store a part goes on with the next rollup, and counts each sample once', async () => {
  const { it } = await createWorld()
  await it.withDatabase(async (db) => {
    const rollup = createRollup({ repo: createRepos(db).rollups, tx: failingAt(db, 3), tiers })
    await expect(rollup.rollUp(minutes)).rejects.toThrow('killed')
    await rollup.rollUp(minutes)
    expect(await readBuckets(db)).toEqual(Array(2 * MINUTES).fill({ count: 1 }))
  })
})

test('an earlier version finds a number while a rollup is half stored, and may move it', async () => {
  const { it, send } = await createWorld()
  await it.withDatabase(async (db) => {
    await rollUp(db)
    const first = await readNumericCursor(db)
    await send()
    await expect(rollUp(db, failingAt(db, 4))).rejects.toThrow('killed')
    expect([first, await readNumericCursor(db)]).toEqual([2 * MINUTES, first])

    await db
      .updateTable('meta')
      .set({ value: String(2 * first) })
      .where('key', '=', 'telemetry.rolled.1m')
      .execute()
    await send()
    await rollUp(db)
    expect(await readNumericCursor(db)).toBe(3 * first)
    const counts = (await readBuckets(db)).map(({ count }) => count)
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 3])
  })
})
