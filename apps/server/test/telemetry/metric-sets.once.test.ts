import { expect, test } from 'vitest'
import { createMetricSets } from '#server/telemetry/metric-sets.ts'
import { createSetCache } from '#server/telemetry/set-cache.ts'
import { createStoredSets } from '#test/support/stored-sets.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Sets on a clock that the test sets, of accounts with this number of agents. */
function createSetsWorld(agents?: number) {
  const stored = createStoredSets(agents)
  const faults: unknown[] = []
  /** Creates sets as a start does: only the stored ones are known. */
  const createSets = () =>
    createMetricSets(
      stored,
      () => world.clock,
      (error) => faults.push(error),
    )
  const world = { clock: 100 * DAY, stored, faults, createSets }
  const sets = world.createSets()
  let last = 0
  return Object.assign(world, {
    sets,
    /** Prepares `count` samples with a new name each. Returns the number of added rows. */
    async invent(agentId: string, count: number, ownerId = 'ada'): Promise<number> {
      const before = stored.made.length
      const names = Array.from({ length: count }, () => `name-${++last}`)
      await sets.prepare(names.map((name) => ({ agentId, ownerId, dataType: 'pump', metrics: { [name]: 1 } })))
      return stored.made.length - before
    },
  })
}

test('each agent can make 20 new sets an hour, and a clock that is set back begins a new hour', async () => {
  const it = createSetsWorld()
  expect([await it.invent('one', 25), await it.invent('one', 1), await it.invent('two', 25)]).toEqual([20, 0, 20])
  it.clock += HOUR
  expect(await it.invent('one', 25)).toBe(20)
  it.clock -= HOUR
  expect(await it.invent('one', 25)).toBe(20)
})

test('an account can make 20 sets for each of its agents and 500 beyond, and another account is not affected', async () => {
  const it = createSetsWorld(10)
  let added = 0
  for (let n = 0; n < 50; n++) added += await it.invent(`agent ${n}`, 20)
  expect(added).toBe(700)
  it.clock += HOUR
  expect(await it.invent('agent 1', 20)).toBe(0)
  expect(await it.invent('of bob', 20, 'bob')).toBe(20)
})

test('sets that the database has do not count as new, as after a restart', async () => {
  const it = createSetsWorld()
  const samples = Array.from({ length: 60 }, (_, n) => ({
    agentId: `agent ${n % 3}`,
    ownerId: 'ada',
    dataType: 'pump',
    metrics: { [`n${n}`]: 1 },
  }))
  await it.sets.prepare(samples)
  const [restarted, ownSamples] = [it.createSets(), samples.map((sample) => ({ ...sample, agentId: 'agent 0' }))]
  await restarted.prepare(ownSamples)
  expect(ownSamples.filter((sample) => restarted.find(sample) === undefined)).toEqual([])
  const fresh = { ...ownSamples[0], agentId: 'agent 0', ownerId: 'ada', dataType: 'boiler', metrics: { heat: 1 } }
  await restarted.prepare([fresh])
  expect(restarted.find(fresh)).toBeDefined()
})

test('a set that could not be stored because the database was unavailable can be made later', async () => {
  const it = createSetsWorld()
  const { save } = it.stored
  it.stored.save = () =>
    Promise.reject(Object.assign(new Error('The database is unavailable'), { code: 'ECONNREFUSED' }))
  for (let n = 0; n < 25; n++) await expect(it.invent('one', 1)).rejects.toThrow('unavailable')
  it.stored.save = save
  expect(await it.invent('one', 20)).toBe(20)
})

/** Error of PostgreSQL for an index entry that is too long. */
const tooLarge = Object.assign(new Error('The index row is too large'), { code: '54000' })
const pump = (agentId: string, name: string) => ({ agentId, ownerId: 'ada', dataType: 'pump', metrics: { [name]: 1 } })

test('a set that the database refuses is reported once an hour, and other sets are stored with it', async () => {
  const it = createSetsWorld()
  const { save } = it.stored
  it.stored.save = (sets, now) =>
    sets.some(({ names }) => names.includes('odd')) ? Promise.reject(tooLarge) : save(sets, now)
  const samples = ['flow', 'odd', 'heat'].map((name) => pump(name, name))
  for (let n = 0; n < 3; n++) await it.sets.prepare(samples)
  expect(samples.map((sample) => it.sets.find(sample)?.names)).toEqual([['flow'], undefined, ['heat']])
  expect(it.faults).toEqual([tooLarge])
  it.clock += HOUR
  it.stored.save = save
  await it.sets.prepare(samples)
  expect(it.sets.find(pump('odd', 'odd'))).toBeDefined()
})

test('a set that has a row is used if the database refuses to store its last use', async () => {
  const it = createSetsWorld()
  await it.sets.prepare([pump('one', 'flow')])
  it.clock += DAY
  it.stored.save = () => Promise.reject(tooLarge)
  await it.sets.prepare([pump('one', 'flow'), pump('one', 'heat')])
  expect([it.sets.find(pump('one', 'flow'))?.id, it.sets.find(pump('one', 'heat'))]).toEqual([1, undefined])
})

test('a refused set is looked up again every five minutes, and is not made', async () => {
  const it = createSetsWorld()
  await it.invent('one', 20)
  let searched = 0
  const { find } = it.stored
  it.stored.find = (keys) => {
    searched += keys.length
    return find(keys)
  }
  for (let minute = 0; minute < 11; minute++) {
    await it.sets.prepare([pump('one', 'refused'), pump('one', 'refused')])
    it.clock += MINUTE
  }
  expect([searched, it.stored.made.length]).toEqual([3, 20])
})

test('a refused set counts once an hour, however often its agent sends it', async () => {
  const it = createSetsWorld()
  await it.invent('one', 20)
  await it.invent('of bob', 1, 'bob')
  const [refused, known] = [pump('one', 'refused'), pump('one', 'name-21')]
  for (let n = 0; n < 5; n++) await it.sets.prepare(Array(30).fill(refused))
  await it.sets.prepare([refused, known])
  expect([it.sets.find(refused), it.sets.find(known)?.names]).toEqual([undefined, ['name-21']])
})

test('an agent that keeps inventing names causes 100 searches an hour', async () => {
  const it = createSetsWorld()
  let searched = 0
  const { find } = it.stored
  it.stored.find = (keys) => {
    searched += keys.length
    return find(keys)
  }
  for (let n = 0; n < 150; n++) await it.invent('one', 1)
  expect(searched).toBe(100)
})

test('the last use of a set is stored once a day', async () => {
  const it = createSetsWorld()
  const stored: number[] = []
  const { save } = it.stored
  it.stored.save = (sets, now) => {
    stored.push(now)
    return save(sets, now)
  }
  const sample = { agentId: 'one', ownerId: 'ada', dataType: 'pump', metrics: { flow: 1 } }
  const use = async (sets = it.sets) => {
    if (sets.find(sample)) return
    await sets.prepare([sample])
    expect(sets.find(sample)).toEqual({ id: 1, names: ['flow'] })
  }
  await use()
  it.clock += DAY - 1
  await use()
  await use(it.createSets())
  expect(stored).toEqual([100 * DAY])
  it.clock += 1
  await use()
  expect(stored).toEqual([100 * DAY, 101 * DAY])
})

test('samples with the same names and another data type have another set', async () => {
  const { sets } = createSetsWorld()
  const samples = ['pump', 'boiler', 'pump'].map((dataType) => ({
    agentId: 'one',
    ownerId: 'ada',
    dataType,
    metrics: { flow: 1 },
  }))
  await sets.prepare(samples)
  expect(samples.map((sample) => sets.find(sample)?.id)).toEqual([1, 2, 1])
})

test('samples with the same names in another order have the same set', async () => {
  const { sets, stored } = createSetsWorld()
  const samples = [
    { flow: 1, heat: 2 },
    { heat: 2, flow: 1 },
  ].map((metrics) => ({ agentId: 'one', ownerId: 'ada', dataType: 'pump', metrics }))
  await sets.prepare(samples)
  expect(samples.map((sample) => sets.find(sample)?.id)).toEqual([1, 1])
  expect(stored.made).toHaveLength(1)
})

test('in a full cache the account with the most entries evicts its oldest ones, and nobody else’s', () => {
  const cache = createSetCache<number>(100)
  for (let n = 0; n < 10; n++) cache.set('bob', `key ${n}`, n)
  for (let n = 0; n < 1000; n++) cache.set('ada', `key ${n}`, n)
  const cached = (ownerId: string) =>
    Array.from({ length: 1000 }, (_, n) => n).filter((n) => cache.get(ownerId, `key ${n}`) !== undefined)
  expect(cached('bob')).toHaveLength(10)
  expect(cached('ada').length).toBeGreaterThan(80)
  expect(cached('ada').length).toBeLessThanOrEqual(90)
  expect(cached('ada').at(-1)).toBe(999)
  for (let n = 0; n < 10; n++) cache.set('bob', `key ${n}`, n)
  expect(cached('ada').at(-1)).toBe(999)
})
