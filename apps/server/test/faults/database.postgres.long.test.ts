import { dashboard } from '@atalaya/contract/dashboard'
import { type Postgres, startPostgres } from '@atalaya/testbed/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer } from '#test/storm/client.ts'
import { fiftyWriters } from '#test/storm/storm.ts'
import { isReady, stormOn, until } from '#test/storm/storm-on-postgres.ts'
import { reportFault, seconds } from '#test/support/fault-report.ts'

/** Delay of the network in each direction. */
const DELAY_MS = 20
const WRITES = 300
const ANSWERED_MS = 60_000
const ROUND_MS = 240_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({})
})
afterAll(() => postgres.stop())

test(
  'nothing fails with a slow database',
  async (context) => {
    const { proxy, storm, address } = await stormOn(postgres, fiftyWriters)
    proxy.setFault((chunk, way, piped) => void setTimeout(() => piped.pass(chunk, way), DELAY_MS))
    const writing = await storm.startWriting()
    await writing.waitForMore(WRITES)
    const startedAt = performance.now()
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    const healthMs = performance.now() - startedAt
    await writing.waitForMore(WRITES)
    await writing.stop()
    proxy.clearFault()
    expect(await storm.check()).toEqual([])
    expect(storm.failed).toEqual({})
    reportFault(context, {
      fault: `PostgreSQL ${DELAY_MS} ms away, each way`,
      expected: 'Nothing fails and nothing is lost; what needs no database answers at once',
      measured: `${storm.total().toLocaleString('en')} acknowledged changes by ${storm.writers} writers, no failure; /healthz in ${Math.round(healthMs)} ms`,
    })
  },
  ROUND_MS,
)

test(
  'requests fail with 503 while the database’s network is silent, and recover by themselves',
  async (context) => {
    const { proxy, storm, address } = await stormOn(postgres, fiftyWriters)
    const writing = await storm.startWriting()
    await writing.waitForMore(WRITES)
    proxy.setFault(() => {})
    const startedAt = performance.now()
    const reply = await storm.client.call(dashboard.list, {}, bearer(storm.owner()))
    const answeredMs = performance.now() - startedAt
    expect(reply?.status).toBe(503)
    expect(answeredMs).toBeLessThan(ANSWERED_MS)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    proxy.clearFault()
    proxy.cutAll()
    const healedAt = performance.now()
    await until(() => isReady(address))
    const readyMs = performance.now() - healedAt
    await writing.waitForMore(WRITES)
    await writing.stop()
    expect(await storm.check()).toEqual([])
    reportFault(context, {
      fault: `The network to PostgreSQL silently drops everything, under ${storm.writers} writers`,
      expected: 'Requests answer 503 within a minute, and all is well again by itself; nothing acknowledged is lost',
      measured: `503 after ${seconds(answeredMs)}, ready ${seconds(readyMs)} after the network; ${storm.total().toLocaleString('en')} acknowledged changes, none lost`,
    })
  },
  ROUND_MS,
)
