import { startHaproxy } from '@atalaya/testbed/haproxy'
import { expect, onTestFinished, test } from 'vitest'
import { createStorm, fewWriters } from '#test/storm/storm.ts'
import { startInstances } from '#test/storm/storm-on-instances.ts'
import { reportFault, seconds } from '#test/support/fault-report.ts'

const INSTANCES = 3
const ROUNDS = 1
const WRITES = 40
/** Maximum time that an agent may be without a connection. */
const AWAY_MS = 15_000

test('no request fails while instances behind HAProxy are restarted one by one', async (context) => {
  const instances = await startInstances(INSTANCES)
  const haproxy = await startHaproxy(
    instances[0]?.folder ?? '',
    instances.map((instance) => instance.address()),
  )
  onTestFinished(haproxy.stop)
  await haproxy.waitUntilAllUp()
  const storm = await createStorm(() => haproxy.address, fewWriters)
  onTestFinished(storm.close)

  const writing = await storm.startWriting()
  const stops: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const instance of instances) {
      await writing.waitForMore(WRITES)
      stops.push(await instance.stop())
      await writing.waitForMore(WRITES)
      await instance.start()
      await haproxy.waitUntilAllUp()
    }
  }
  await writing.waitForMore(WRITES)
  await writing.stop()
  expect(await storm.check()).toEqual([])
  // Only agents lose their connections, and reconnect.
  const { telemetry = 0, ...failed } = storm.failed
  expect(failed).toEqual({})
  expect(storm.longestAwayMs()).toBeLessThan(AWAY_MS)
  reportFault(context, {
    fault: `${INSTANCES} instances behind HAProxy (deploy/haproxy.cfg) are restarted one by one under ${storm.writers} writers`,
    expected:
      'No request fails; no agent is away for longer than it takes to connect again; nothing acknowledged is lost',
    measured: `${stops.length} restarts, ${storm.total().toLocaleString('en')} acknowledged changes, no failed request; ${telemetry} connections of agents moved, away for ${seconds(storm.longestAwayMs())} at the longest`,
  })
}, 600_000)
