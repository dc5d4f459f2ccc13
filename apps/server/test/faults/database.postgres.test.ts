import { type Postgres, startPostgres } from '@atalaya/testbed/postgres'
import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import { fewWriters, fiftyWriters } from '#test/storm/storm.ts'
import { isReady, stormOn, until } from '#test/storm/storm-on-postgres.ts'
import { reportFault, seconds, stopwatch } from '#test/support/fault-report.ts'

const faultRounds = inject('faultRounds')
const plan =
  faultRounds > 0
    ? { rounds: Math.ceil(faultRounds / 10), counts: fiftyWriters, writes: 150 }
    : { rounds: 1, counts: fewWriters, writes: 40 }
const ROUND_MS = 120_000
const SILENCE_MS = 300

let postgres: Postgres
beforeAll(async () => {
  // Syncs each commit to the disk, unlike the other tests' server.
  postgres = await startPostgres({})
})
afterAll(() => postgres.stop())

test(
  `nothing acknowledged is lost by kill -9 of PostgreSQL, ${plan.rounds} times under writers`,
  async (context) => {
    const { storm, address } = await stormOn(postgres, plan.counts)
    const recoveries: number[] = []
    for (let round = 0; round < plan.rounds; round++) {
      const writing = await storm.startWriting()
      await writing.waitForMore(plan.writes)
      await postgres.kill()
      await until(async () => !(await isReady(address)))
      expect((await fetch(`${address}/healthz`)).status).toBe(200)
      await postgres.revive()
      const recovery = stopwatch()
      await until(() => isReady(address))
      recoveries.push(recovery())
      await writing.waitForMore(plan.writes)
      await writing.stop()
      expect(await storm.check(), `round ${round}`).toEqual([])
    }
    reportFault(context, {
      fault: `\`kill -9\` of PostgreSQL under ${storm.writers} writers`,
      expected: 'The server goes on, answers 503 meanwhile, and is ready again by itself; nothing acknowledged is lost',
      measured: `${plan.rounds} kills, ${storm.total().toLocaleString('en')} acknowledged changes, none lost; ready ${seconds(Math.max(...recoveries))} after the database at the latest`,
    })
  },
  plan.rounds * ROUND_MS,
)

test('a statement on a half-open connection fails, and the next one gets a new connection', async (context) => {
  const proxy = await createTcpProxy(postgres.url)
  onTestFinished(proxy.close)
  const url = Object.assign(new URL(postgres.url), { port: new URL(proxy.address).port })
  const db = openPostgres(url.href, undefined, { silenceMs: SILENCE_MS })
  onTestFinished(() => db.destroy())
  await sql`select 1`.execute(db)
  proxy.setFault(() => {})
  await expect(sql`select 1`.execute(db)).rejects.toThrow('Connection terminated')
  proxy.clearFault()
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  reportFault(context, {
    fault: 'A connection to PostgreSQL that is half open',
    expected: 'The statement on it fails after 30 s of silence, the next one gets a new connection',
    measured: `Failed and replaced, with the time set to ${SILENCE_MS} ms`,
  })
})
