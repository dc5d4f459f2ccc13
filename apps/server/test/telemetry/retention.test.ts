import { agents } from '@atalaya/contract/agents'
import { users } from '@atalaya/contract/users'
import { connectAgent, sendSampleAndRecord } from '@atalaya/testbed/agent-client'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { createRetentionJob, runRetention } from '#test/support/telemetry-jobs.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

const DAY_MS = 24 * 3_600_000
const tables = ['samples', 'records', 'agent_streams', 'agents_gone'] as const

async function countsOf(db: Db) {
  const counts = tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length)
  return Object.fromEntries((await Promise.all(counts)).map((count, n) => [tables[n], count]))
}

test('only data of agents that were removed with their owner is deleted', async () => {
  const it = await createTestApp({ times: { commitMs: 2, maintenanceEveryMs: 1_000_000 } })
  const address = await it.listen()
  const [admin, bob] = [await it.signUp('admin'), await it.signUp('bob')]
  for (const { tokens } of [admin, bob]) {
    const { token } = (await it.call(agents.register, {}, tokens.accessToken)).body.data
    const client = await connectAgent(address, token)
    await sendSampleAndRecord(client)
    client.kill()
  }
  const removed = await it.call(users.remove, { params: { id: bob.user._id } }, admin.tokens.accessToken)
  expect(removed.status).toBe(200)

  await it.withDatabase(async (db) => {
    expect(await countsOf(db)).toEqual({ samples: 2, records: 2, agent_streams: 1, agents_gone: 1 })
    await runRetention(db, Date.now())
    expect(await countsOf(db)).toEqual({ samples: 1, records: 1, agent_streams: 1, agents_gone: 0 })
    await runRetention(db, Date.now() + 31 * DAY_MS)
    expect(await countsOf(db)).toMatchObject({ agent_streams: 0 })
  })
  await it.close()
})

/** A server whose clock a test sets, and an agent with one run. */
async function createRetentionWorld() {
  let clock = Date.parse('2026-03-01T12:00:00Z')
  const it = await createTestApp({ now: () => clock, times: { commitMs: 2, maintenanceEveryMs: 1_000_000 } })
  const address = await it.listen()
  const { tokens } = await it.signUp('ada')
  const { token, agent } = (await it.call(agents.register, {}, tokens.accessToken)).body.data
  return {
    it,
    ref: () =>
      it.withDatabase((db) =>
        db.selectFrom('agents').select('ref').where('id', '=', agent.agentId).executeTakeFirstOrThrow(),
      ),
    async send(seq: number, runId = 'run-1') {
      const client = await connectAgent(address, token, { runId })
      client.send({ t: 'data', d: { seq, at: new Date(clock).toISOString(), metrics: { cpu: seq } } })
      await client.next('data.ack')
      client.kill()
    },
    advance: (ms: number) => (clock += ms),
    retain: () => it.withDatabase((db) => runRetention(db, clock)),
    runs: () =>
      it.withDatabase(async (db) =>
        (await db.selectFrom('agent_streams').select('run').orderBy('run').execute()).map(({ run }) => run),
      ),
    samples: () => it.withDatabase(async (db) => (await db.selectFrom('samples').selectAll().execute()).length),
  }
}

test('the progress of a run is kept while it continues, and is deleted a month later', async () => {
  const { it, send, advance, retain, runs, samples } = await createRetentionWorld()
  await send(1)
  for (let week = 0; week < 6; week++) {
    advance(7 * DAY_MS)
    await send(2 + week)
    await retain()
  }
  expect(await runs()).toEqual(['run-1'])
  const stored = await samples()
  // After a lost receipt an agent sends its items again.
  await send(7)
  expect(await samples()).toBe(stored)

  await send(1, 'run-2')
  advance(20 * DAY_MS)
  await send(2, 'run-2')
  advance(11 * DAY_MS)
  await retain()
  expect(await runs()).toEqual(['run-2'])
  await it.close()
})

test('every sweep checks the runs again', async () => {
  const { it, ref, runs } = await createRetentionWorld()
  const { ref: agent_ref } = await ref()
  const addOld = (run: string) =>
    it.withDatabase((db) =>
      db.insertInto('agent_streams').values({ agent_ref, run, seq: 1, prev_seq: 0, updated_at: 0 }).execute(),
    )
  await it.withDatabase(async (db) => {
    const sweep = createRetentionJob(db, Date.parse('2026-06-01T00:00:00Z'))
    for (const run of ['first', 'second', 'third']) {
      await addOld(run)
      await sweep()
    }
  })
  expect(await runs()).toEqual([])
  await it.close()
})

test('averages of a deleted agent are deleted, and averages of other agents are kept', async () => {
  const { it, ref } = await createRetentionWorld()
  const { ref: existingRef } = await ref()
  const deletedRef = existingRef + 1000
  const remaining = await it.withDatabase(async (db) => {
    await db.insertInto('agents_gone').values({ ref: deletedRef }).execute()
    const mean = { step: 60, at: Date.now(), set_id: 1, count: 1, body: '[]' }
    for (const agent_ref of [existingRef, deletedRef])
      await db
        .insertInto('rollups')
        .values({ agent_ref, ...mean })
        .execute()
    await runRetention(db, Date.now())
    return (await db.selectFrom('rollups').select('agent_ref').execute()).map((row) => row.agent_ref)
  })
  expect(remaining).toEqual([existingRef])
  await it.close()
})

test('all data of a deleted agent is removed in batches', async () => {
  const { it, ref } = await createRetentionWorld()
  const deletedRef = (await ref()).ref + 1000
  await it.withDatabase(async (db) => {
    await db.insertInto('agents_gone').values({ ref: deletedRef }).execute()
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 4500)
      insert into samples (agent_ref, at, set_id, body)
      select cast(${deletedRef} as integer), cast(${Date.now()} as bigint) - n, 1, '[]' from numbers`.execute(db)
    expect(await createRepos(db).retention.dropRowsOfAgents('samples', [deletedRef], 100)).toBe(100)
    expect(await countsOf(db)).toMatchObject({ samples: 4400, agents_gone: 1 })
    await runRetention(db, Date.now())
    expect(await countsOf(db)).toMatchObject({ samples: 0, agents_gone: 0 })
  })
  await it.close()
})

test('data of a deleted agent is removed by the next run if one fails', async () => {
  const { it, ref } = await createRetentionWorld()
  const agent_ref = (await ref()).ref + 1000
  await it.withDatabase(async (db) => {
    await db.insertInto('agents_gone').values({ ref: agent_ref }).execute()
    await db.insertInto('samples').values({ agent_ref, at: Date.now(), set_id: 1, body: '[]' }).execute()
    const { dropRowsOfAgents } = createRepos(db).retention
    const failsOnce = vi.fn(dropRowsOfAgents).mockRejectedValueOnce(new Error('The database is unavailable'))
    const sweep = createRetentionJob(db, Date.now(), { dropRowsOfAgents: failsOnce })
    await expect(sweep()).rejects.toThrow('The database is unavailable')
    await sweep()
    expect(await countsOf(db)).toMatchObject({ samples: 0, agents_gone: 0 })
  })
  await it.close()
})

test('old records are removed in batches of limited rows and bytes', async () => {
  const { it, ref } = await createRetentionWorld()
  const { ref: agent_ref } = await ref()
  const now = Date.parse('2026-03-01T12:00:00Z')
  const MEGABYTE = 1024 * 1024
  const sizes = [5 * MEGABYTE, ...Array.from({ length: 12 }, () => MEGABYTE), ...Array.from({ length: 450 }, () => 10)]
  const removed = watchChanges('delete from')
  await it.withDatabase(async (db) => {
    for (const [n, size] of [...sizes, 10].entries()) {
      const isOld = n < sizes.length
      const record = { id: `record ${n}`, agent_ref, at: isOld ? now - 300 * DAY_MS : now, data_type: 'x', tags: '[]' }
      await db
        .insertInto('records')
        .values({ ...record, body: 'x'.repeat(size) })
        .execute()
    }
    await runRetention(db, now)
    const remaining = await db.selectFrom('records').select('id').execute()
    expect(remaining).toEqual([{ id: `record ${sizes.length}` }])
  })
  const parts = [...removed].filter(([table]) => table.startsWith('records')).flatMap(([, rows]) => rows)
  expect(parts.reduce((sum, rows) => sum + rows, 0)).toBe(sizes.length)
  expect(Math.max(...parts)).toBeLessThanOrEqual(200)
  expect(parts.length).toBeGreaterThan(5)
  await it.close()
})

test('ended runs of an agent are deleted in batches, whatever their number', async () => {
  const { it, ref, runs } = await createRetentionWorld()
  const { ref: agent_ref } = await ref()
  const removed = watchChanges('delete from')
  await it.withDatabase(async (db) => {
    const run = (n: number) => ({
      agent_ref,
      run: `run ${n}`,
      seq: 1,
      prev_seq: 0,
      updated_at: n < 450 ? 0 : Date.now(),
    })
    await db
      .insertInto('agent_streams')
      .values(Array.from({ length: 451 }, (_, n) => run(n)))
      .execute()
    await runRetention(db, Date.now())
  })
  expect(await runs()).toEqual(['run 450'])
  expect(Math.max(...(removed.get('agent_streams') ?? []))).toBeLessThanOrEqual(200)
  await it.close()
})
