import { expect, onTestFinished, test } from 'vitest'
import { createStorm, fiftyWriters } from '#test/storm/storm.ts'
import { reportFault } from '#test/support/fault-report.ts'
import { createTestApp } from '#test/support/test-app.ts'

const HOUR_MS = 60 * 60_000
const WRITES = 150

test('nothing is lost when the clock jumps by an hour, forward and back', async (context) => {
  let skewMs = 0
  const app = await createTestApp({ now: () => Date.now() + skewMs, config: { TRUST_PROXY: ['127.0.0.1'] } })
  onTestFinished(app.close)
  const address = await app.listen()
  const storm = await createStorm(() => address, fiftyWriters)
  onTestFinished(storm.close)
  const jumps = [0, HOUR_MS, 0, -HOUR_MS, 0]
  for (const jump of jumps) {
    skewMs = jump
    const writing = await storm.startWriting()
    await writing.waitForMore(WRITES)
    await writing.stop()
    expect(await storm.check(), `the clock is ${jump} ms ahead`).toEqual([])
  }
  expect(storm.failed).toEqual({})
  reportFault(context, {
    fault: `The clock jumps by an hour, forward and back, under ${storm.writers} writers`,
    expected:
      'Nothing fails but what has expired by the clock; sessions can be renewed, agents stay connected, nothing acknowledged is lost',
    measured: `${jumps.length - 1} jumps, ${storm.total().toLocaleString('en')} acknowledged changes, no failure`,
  })
}, 300_000)
