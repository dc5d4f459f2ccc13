import { expect, test } from 'vitest'
import { createAgentCounts } from '#server/agents/agent-counts.ts'

test('a small count runs each time, a large count is cached for ten seconds', async () => {
  let clock = 0
  const totals = { few: 0, many: 20_000 }
  const count = createAgentCounts(
    async ({ ownerId }) => (ownerId === 'many' ? totals.many++ : totals.few++),
    () => clock,
  )
  expect([await count({ ownerId: 'few' }), await count({ ownerId: 'few' })]).toEqual([0, 1])
  expect([await count({ ownerId: 'many' }), await count({ ownerId: 'many' })]).toEqual([20_000, 20_000])
  expect(await count({ ownerId: 'many', isConnected: true })).toBe(20_001)
  clock = 9999
  expect(await count({ ownerId: 'many' })).toBe(20_000)
  clock = 10_000
  expect([await count({ ownerId: 'many' }), await count({ ownerId: 'many' })]).toEqual([20_002, 20_002])
  // A clock that was set back invalidates the cache.
  clock = 0
  expect(await count({ ownerId: 'many' })).toBe(20_003)
})

test.each([
  [10_000, [1, 2]],
  [10_001, [1, 1]],
])('with %i agents, %j queries have run after the first and the second request', async (total, expected) => {
  let counted = 0
  const count = createAgentCounts(
    async () => {
      counted += 1
      return total
    },
    () => 0,
  )
  for (const times of expected) {
    expect(await count({})).toBe(total)
    expect(counted).toBe(times)
  }
})

test('the cache is cleared once it has a thousand entries', async () => {
  const ENTRIES_MAX = 1000
  let counted = 0
  const count = createAgentCounts(
    async () => {
      counted += 1
      return 20_000
    },
    () => 0,
  )
  for (let n = 0; n < ENTRIES_MAX; n++) await count({ ownerId: `owner ${n}` })
  for (let n = 0; n < ENTRIES_MAX; n++) await count({ ownerId: `owner ${n}` })
  expect(counted).toBe(ENTRIES_MAX)
  await count({ ownerId: 'another owner' })
  await count({ ownerId: 'owner 0' })
  expect(counted).toBe(ENTRIES_MAX + 2)
})

test('a renewed entry does not evict another one', async () => {
  const ENTRIES_MAX = 1000
  let clock = 0
  let counted = 0
  const count = createAgentCounts(
    async () => {
      counted += 1
      return 20_000
    },
    () => clock,
  )
  await count({ ownerId: 'first' })
  clock = 5000
  for (let n = 1; n < ENTRIES_MAX; n++) await count({ ownerId: `owner ${n}` })
  clock = 10_000
  await count({ ownerId: 'first' })
  await count({ ownerId: 'owner 1' })
  expect(counted).toBe(ENTRIES_MAX + 1)
})

test('the ten seconds of a cached count begin before it is counted', async () => {
  let clock = 0
  let counted = 0
  const count = createAgentCounts(
    async () => {
      clock += 4000
      return 20_000 + counted++
    },
    () => clock,
  )
  expect(await count({})).toBe(20_000)
  clock = 9999
  expect(await count({})).toBe(20_000)
  clock = 10_000
  expect(await count({})).toBe(20_001)
})
