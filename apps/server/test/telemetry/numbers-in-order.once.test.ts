import { expect, test, vi } from 'vitest'
import type { Delivery } from '#server/telemetry/items.ts'
import type { MetricSet } from '#server/telemetry/metric-sets.ts'
import { createNewestNumbers, numbersSettings } from '#server/telemetry/newest-numbers.ts'
import type { NumbersRow } from '#server/telemetry/numbers.repo.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const EVERY_MS = numbersSettings.numbersEveryMs
const HEAT: MetricSet = { id: 1, names: ['temperature.celsius'] }
const ALL: MetricSet = { id: 2, names: ['cpu.percent', 'temperature.celsius'] }

const advance = stoppedTime()

/** Newest numbers whose rows are kept by the test; `save` may fail. */
function createNumbers(save: () => Promise<void> = async () => {}) {
  const rows: string[][] = []
  const errors: unknown[] = []
  const rowOf = ({ ref, at, cpu, temperature }: NumbersRow) => `${ref} at ${at}: ${cpu} % ${temperature} °`
  const numbersCache = createNewestNumbers({
    repo: {
      save: async (numbers) => {
        await save()
        rows.push(numbers.map(rowOf))
      },
    },
    settings: numbersSettings,
    onError: (error) => errors.push(error),
  })
  const add = (ref: number, at: number, set: MetricSet, ...values: number[]) => {
    const item = { seq: null, run: '', at, isAhead: false, packed: { set, body: JSON.stringify(values) }, loose: null }
    numbersCache.add([
      { sender: { agentId: '', ref, ownerId: '' }, items: [{ ...item, bytes: 0 }], onReceipt: () => {} },
    ] as Delivery[])
  }
  return { add, close: numbersCache.close, rows, errors }
}

test('each number of a row is from the newest sample that has it, in any order of samples', async () => {
  const { add, close, rows } = createNumbers()
  add(1, 20, HEAT, 40)
  add(1, 10, ALL, 5, 30)
  add(1, 9, ALL, 6, 29)
  add(1, 20, HEAT, 41)
  add(2, 10, HEAT, 50)
  await close()
  expect(rows).toEqual([['1 at 20: 5 % 41 °', '2 at 10: null % 50 °']])
})

test('numbers are written at an interval while new ones come, and a failed write stops no later one', async () => {
  let failures = 1
  const { add, close, rows, errors } = createNumbers(async () => {
    if (failures-- > 0) throw new Error('The database is unavailable')
  })
  add(1, 1, HEAT, 1)
  await advance(EVERY_MS - 1)
  expect(errors).toEqual([])
  add(1, 2, HEAT, 2)
  await advance(1)
  expect([errors.length, rows]).toEqual([1, []])
  add(1, 3, HEAT, 3)
  await advance(EVERY_MS)
  add(1, 4, HEAT, 4)
  await advance(EVERY_MS)
  expect(rows).toEqual([['1 at 3: null % 3 °'], ['1 at 4: null % 4 °']])
  await close()
  expect([rows.length, vi.getTimerCount()]).toEqual([2, 0])
})

test('a stop waits for the current write, and writes later numbers after it', async () => {
  const write = Promise.withResolvers<void>()
  const { add, close, rows } = createNumbers(() => write.promise)
  add(1, 1, HEAT, 1)
  await advance(EVERY_MS)
  add(1, 2, HEAT, 2)
  const closing = close()
  write.resolve()
  await closing
  expect(rows).toEqual([['1 at 1: null % 1 °'], ['1 at 2: null % 2 °']])
  expect(vi.getTimerCount()).toBe(0)
})

test('the numbers of a whole fleet are read over many turns, and all are written', async () => {
  const agents = 1050
  const turnCounter = countTurns()
  const turns = new Map<number, number>()
  const names = new Proxy(HEAT.names, {
    get(target, key) {
      // Each unpacked sample goes through the names once.
      if (key === 'flatMap') turns.set(turnCounter.turn, (turns.get(turnCounter.turn) ?? 0) + 1)
      return Reflect.get(target, key)
    },
  })
  const { add, close, rows } = createNumbers()
  for (let ref = 1; ref <= agents; ref++) add(ref, 1, { ...HEAT, names }, ref)
  await close()
  turnCounter.stop()
  expect([...turns.values()].reduce((sum, count) => sum + count, 0)).toBe(agents)
  expect(Math.max(...turns.values())).toBeLessThanOrEqual(100)
  expect(rows.flat()).toHaveLength(agents)
})
