import { expect, test } from 'vitest'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'

const HOUR = 3_600_000

test('the limit of new sets counts for each agent and each hour, even if the clock is set back', async () => {
  let clock = 100 * HOUR
  let made = 0
  const sets = createMetricSets(
    async ({ names }) => ({ id: ++made, names }),
    () => clock,
  )
  let last = 0
  /** Number of new sets among `count` samples with a new name each. */
  async function invent(agentId: string, count: number): Promise<number> {
    const before = made
    const names = Array.from({ length: count }, () => `name-${++last}`)
    await sets.prepare(names.map((name) => ({ agentId, dataType: 'pump', metrics: { [name]: 1 } })))
    return made - before
  }
  expect([await invent('one', 25), await invent('one', 1), await invent('two', 25)]).toEqual([20, 0, 20])
  clock += HOUR
  expect(await invent('one', 25)).toBe(20)
  clock -= HOUR
  expect(await invent('one', 25)).toBe(20)
})
