import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { runRetention } from '#test/support/telemetry-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const HOUR = 3_600_000
const noon = Date.parse('2026-03-28T12:00:00Z')
const RETENTION_DAYS = 395
const tiers = rollupTiers(RETENTION_DAYS)

let clock: number
let folder: string
let world: TestApp
let token: string
let runs = 0
beforeEach(async () => {
  clock = noon
  folder = mkdtempSync(join(tmpdir(), 'atalaya-backup-'))
  // The first run of the jobs finds nothing; from then on only the test runs them.
  world = await createTestApp({ now: () => clock, times: { commitMs: 2, maintenanceEveryMs: 1_000_000 } })
  const { tokens } = await world.signUp('ada')
  token = (await world.call(agents.register, {}, tokens.accessToken)).body.data.token
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Has the agent send samples of the present minute, and rolls them up. */
async function measure(count: number): Promise<void> {
  const client = await connectAgent(await world.listen(), token, { runId: `run-${++runs}` })
  const samples = Array.from({ length: count }, (_, n) => ({
    seq: n + 1,
    at: new Date(clock + n).toISOString(),
    metrics: { n },
  }))
  client.send({ t: 'data', d: samples })
  await client.next('data.ack')
  client.kill()
  await world.withDatabase(async (db) => {
    const rollup = createRollup({ repo: createRepos(db).rollups, tx: transactionsOn(db), tiers })
    for (const tier of tiers) await rollup.rollUp(tier)
  })
}
/** Number of samples in each minute's rollup, in order of time. */
const countsPerMinute = () =>
  world.withDatabase(async (db) => {
    const rows = await db.selectFrom('rollups').select('count').where('step', '=', 60).orderBy('at').execute()
    return rows.map(({ count }) => count)
  })
async function restoreBackup(): Promise<void> {
  const file = join(folder, 'atalaya.backup')
  await backUp(world.config, file)
  await world.app.close()
  await restore(world.config, file)
  await world.restart()
}

test('samples after a restore are rolled up if the backup has no sample', async () => {
  await measure(50)
  await world.restart()
  clock += 4 * HOUR
  await world.withDatabase((db) => runRetention(db, clock))
  expect(await world.withDatabase((db) => db.selectFrom('samples').select('id').execute())).toEqual([])
  await restoreBackup()
  await measure(7)
  expect(await countsPerMinute()).toEqual([50, 7])
})

test('samples are rolled up once if the backup has samples', async () => {
  await measure(50)
  await restoreBackup()
  clock += HOUR
  await measure(7)
  expect(await countsPerMinute()).toEqual([50, 7])
})
