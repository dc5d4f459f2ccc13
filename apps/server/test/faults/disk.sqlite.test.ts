import { statSync } from 'node:fs'
import { dashboard } from '@atalaya/contract/dashboard'
import { expect, inject, test } from 'vitest'
import { sqliteFile } from '#server/db/open.ts'
import { bearer } from '#test/storm/client.ts'
import { fewWriters, fiftyWriters } from '#test/storm/storm.ts'
import { checkIntegrity, stormOnServer, until } from '#test/storm/storm-on-server.ts'
import { reportFault, seconds, stopwatch } from '#test/support/fault-report.ts'
import { limitFiles } from '#test/support/limit-files.ts'

const faultRounds = inject('faultRounds')
const plan =
  faultRounds > 0 ? { rounds: 5, counts: fiftyWriters, writes: 150 } : { rounds: 1, counts: fewWriters, writes: 30 }
const FAILURES = 20
const ROUND_MS = 120_000

// Only Linux can limit the files of another process.
test.runIf(process.platform === 'linux')(
  'a server without disk space refuses changes, continues to read, and recovers by itself',
  async (context) => {
    const { world, storm } = await stormOnServer(plan.counts)
    const addPage = () => storm.client.call(dashboard.create, { body: { name: 'One more' } }, bearer(storm.owner()))
    const recoveries: number[] = []
    for (let round = 0; round < plan.rounds; round++) {
      const writing = await storm.startWriting()
      await writing.waitForMore(plan.writes)
      const failedBefore = storm.failures()
      limitFiles(world.server().pid, statSync(sqliteFile({ DATA_DIR: world.folder })).size)
      await until(async () => storm.failures() >= failedBefore + FAILURES)
      expect((await addPage())?.status).toBe(503)
      expect((await fetch(`${world.address()}/healthz`)).status).toBe(200)
      expect((await storm.client.call(dashboard.list, {}, bearer(storm.owner())))?.status).toBe(200)
      limitFiles(world.server().pid, null)
      const recovery = stopwatch()
      await until(async () => (await addPage())?.status === 200)
      recoveries.push(recovery())
      await writing.waitForMore(plan.writes)
      await writing.stop()
      expect(await storm.check(), `round ${round}`).toEqual([])
    }
    await world.kill()
    expect(checkIntegrity(world.folder)).toBe('ok')
    reportFault(context, {
      fault: `The disk has no room for the database, under ${storm.writers} writers (RLIMIT_FSIZE)`,
      expected:
        'Changes answer 503, reading goes on; with room again all goes on without a restart; nothing acknowledged is lost',
      measured: `${plan.rounds} times, ${storm.total().toLocaleString('en')} acknowledged changes, none lost; writing again after ${seconds(Math.max(...recoveries))}`,
    })
  },
  plan.rounds * ROUND_MS,
)
