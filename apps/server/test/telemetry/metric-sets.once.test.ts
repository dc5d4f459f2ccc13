import { expect, test } from 'vitest'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'

const HOUR = 3_600_000

test('each agent can make 20 new sets an hour, and a clock that is set back begins a new hour', async () => {
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

test('samples with the same names and another data type have another set', async () => {
  const sets = createMetricSets(
    async ({ dataType, names }) => ({ id: dataType.length, names }),
    () => 0,
  )
  const metrics = { flow: 1 }
  await sets.prepare(['pump', 'boiler'].map((dataType) => ({ agentId: 'one', dataType, metrics })))
  const found = ['pump', 'boiler', 'pump'].map((dataType) => sets.find(dataType, metrics)?.id)
  expect(found).toEqual(['pump', 'boiler', 'pump'].map(({ length }) => length))
})

test('only the oldest of thousands of sets is evicted, and made again', async () => {
  const CACHED_MAX = 5000
  const made: string[] = []
  const sets = createMetricSets(
    async ({ names }) => ({ id: made.push(names.join()), names }),
    () => 0,
  )
  // Five hundred agents in turn, so that none reaches its limit of new sets.
  const prepare = (n: number) => sets.prepare([{ agentId: `${n % 500}`, dataType: 'pump', metrics: { [`n${n}`]: 1 } }])
  for (let n = 0; n <= CACHED_MAX; n++) await prepare(n)
  for (const n of [1, CACHED_MAX, 0]) await prepare(n)
  expect(made.slice(CACHED_MAX)).toEqual([`n${CACHED_MAX}`, 'n0'])
})
