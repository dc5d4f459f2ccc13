import { expect, test } from 'vitest'
import { bucketOf } from '#server/telemetry/bucket.ts'
import { createNewestMinutes } from '#server/telemetry/newest-minutes.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const MINUTE = 60_000
const tier = { stepMs: MINUTE }

const bucket = (minute: number, value: number, { ref = 1, setId = 1 } = {}) => ({
  ref,
  setId,
  step: 60,
  at: minute * MINUTE,
  bucket: bucketOf([value]),
})

test('the newest whole minute of each set counts for three minutes, in any order of rollups', async () => {
  let clock = 10.5 * MINUTE
  const minutes = createNewestMinutes({ metricNamesOf: async () => new Map(), now: () => clock })
  const values = (ref = 1) => minutes.of(ref).map(({ avg }) => avg[0])

  // The value 99 marks what must not count: minutes that are not over, older ones, longer steps.
  minutes.add(tier, [bucket(10, 99)])
  expect([await minutes.takeUpdated(), values()]).toEqual([new Set(), []])

  clock = 11 * MINUTE
  minutes.add(tier, [bucket(10, 1), bucket(9, 99), bucket(9, 2, { setId: 2 }), bucket(10, 3, { ref: 2 })])
  minutes.add({ stepMs: 10 * MINUTE }, [bucket(0, 99)])
  expect([values(1), values(2)]).toEqual([[1, 2], [3]])
  expect([await minutes.takeUpdated(), await minutes.takeUpdated()]).toEqual([new Set([1, 2]), new Set()])

  clock = 14 * MINUTE
  await minutes.forgetOld()
  expect([values(1), values(2)]).toEqual([[1], [3]])
  clock += 1
  expect(values(1)).toEqual([])
})

test('expired minutes are forgotten over many turns, however many sets of metrics an agent has', async () => {
  const [agents, sets, perTurn] = [40, 500, 2000]
  let clock = 11 * MINUTE
  const minutes = createNewestMinutes({ metricNamesOf: async () => new Map(), now: () => clock })
  const ofAgent = (ref: number) => Array.from({ length: sets }, (_, setId) => bucket(10, 1, { ref, setId }))
  for (let ref = 0; ref < agents; ref++) minutes.add(tier, ofAgent(ref))
  expect(minutes.countOf(39)).toBe(sets)

  clock = 20 * MINUTE
  minutes.add(tier, [bucket(19, 2, { ref: 39, setId: 1 })])
  const turnCounter = countTurns()
  await minutes.forgetOld()
  turnCounter.stop()
  expect(turnCounter.turn).toBeGreaterThanOrEqual((agents * sets) / perTurn)
  expect([minutes.countOf(38), minutes.countOf(39), minutes.of(39).map(({ avg }) => avg[0])]).toEqual([0, 1, [2]])
})

test('a minute that arrives while expired ones are forgotten stays', async () => {
  let clock = 11 * MINUTE
  const minutes = createNewestMinutes({ metricNamesOf: async () => new Map(), now: () => clock })
  minutes.add(tier, [bucket(10, 1)])
  clock = 20 * MINUTE
  const forgetting = minutes.forgetOld()
  minutes.add(tier, [bucket(19, 2)])
  await forgetting
  expect(minutes.of(1).map(({ avg }) => avg[0])).toEqual([2])
})
