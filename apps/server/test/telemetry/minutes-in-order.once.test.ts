import { expect, test } from 'vitest'
import { bucketOf } from '#server/telemetry/bucket.ts'
import { createNewestMinutes } from '#server/telemetry/newest-minutes.ts'

const MINUTE = 60_000
const tier = { stepMs: MINUTE }

const bucket = (minute: number, value: number, setId = 1) => ({
  ref: 1,
  setId,
  step: 60,
  at: minute * MINUTE,
  bucket: bucketOf([value]),
})

/** The newest minutes at a time that the test sets, with names that it provides. */
function minutesAt(minute: number, namesOf = async (ids: number[]) => new Map(ids.map((id) => [id, [`name ${id}`]]))) {
  let clock = minute * MINUTE
  const requests: number[][] = []
  const metricNamesOf = (ids: number[]) => {
    requests.push(ids)
    return namesOf(ids)
  }
  const minutes = createNewestMinutes({ metricNamesOf, now: () => clock })
  const values = () => minutes.of(1).map(({ avg }) => avg[0])
  const setClock = (minute: number) => {
    clock = minute * MINUTE
  }
  return { ...minutes, requests, values, setClock }
}

test('a minute that late samples complete replaces its earlier form, and counts as updated', async () => {
  const { add, takeUpdated, values } = minutesAt(11)
  add(tier, [bucket(10, 1)])
  await takeUpdated()
  add(tier, [bucket(10, 2)])
  expect(values()).toEqual([2])
  expect(await takeUpdated()).toEqual(new Set([1]))
  add(tier, [bucket(9, 3)])
  expect(values()).toEqual([2])
  expect(await takeUpdated()).toEqual(new Set())
})

test('minutes of the future do not count while the clock is set back', async () => {
  const { add, forgetOld, values, setClock } = minutesAt(60)
  add(tier, [bucket(59, 1)])
  setClock(30)
  expect(values()).toEqual([])
  await forgetOld()
  add(tier, [bucket(29, 2)])
  expect(values()).toEqual([2])
})

test('a minute that comes while names are read is updated at once, and names are read once', async () => {
  const names = Promise.withResolvers<void>()
  const { add, takeUpdated, namesOf, requests } = minutesAt(11, async (ids) => {
    await names.promise
    return new Map(ids.map((id) => [id, [`name ${id}`]]))
  })
  add(tier, [bucket(10, 1)])
  const taking = takeUpdated()
  add({ stepMs: MINUTE }, [{ ...bucket(10, 1), ref: 2 }])
  names.resolve()
  expect(await taking).toEqual(new Set([1, 2]))
  expect(namesOf(1)).toEqual(['name 1'])
  add(tier, [bucket(10, 1, 2)])
  await takeUpdated()
  expect(requests).toEqual([[1], [2]])
})

test('agents whose names can not be read are updated at the next call', async () => {
  let failures = 1
  const { add, takeUpdated } = minutesAt(11, async () => {
    if (failures-- > 0) throw new Error('The database is unavailable')
    return new Map()
  })
  add(tier, [bucket(10, 1)])
  await expect(takeUpdated()).rejects.toThrow('unavailable')
  expect(await takeUpdated()).toEqual(new Set([1]))
})

/** More agents than an earlier version cached the names of. */
const MANY = 6000

test('names of thousands of sets are read once, and are forgotten with their last minute', async () => {
  const { add, takeUpdated, namesOf, forgetOld, setClock, requests } = minutesAt(11)
  const addAll = (minute: number) =>
    add(
      tier,
      Array.from({ length: MANY }, (_, n) => ({ ...bucket(minute, 1, n), ref: n })),
    )
  addAll(10)
  await takeUpdated()
  setClock(12)
  addAll(11)
  add(tier, [{ ...bucket(11, 1, MANY), ref: MANY }])
  await takeUpdated()
  expect(requests.map((ids) => ids.length)).toEqual([MANY, 1])
  expect(namesOf(0)).toEqual(['name 0'])
  setClock(16)
  add(tier, [bucket(15, 1, 0)])
  await forgetOld()
  expect([namesOf(0), namesOf(1)]).toEqual([['name 0'], []])
})

test('all sets count that an account with one agent may make, and a further one when another has ended', async () => {
  const { add, values, forgetOld, setClock } = minutesAt(11)
  const ids = Array.from({ length: 521 }, (_, n) => n)
  const addAll = (minute: number, some: number[]) =>
    add(
      tier,
      some.map((n) => bucket(minute, n, n)),
    )
  addAll(10, ids)
  expect(values()).toEqual(ids.slice(0, 520))
  setClock(14)
  addAll(13, ids.slice(1))
  setClock(15)
  await forgetOld()
  addAll(14, ids.slice(1))
  expect(values()).toEqual(ids.slice(1))
})
