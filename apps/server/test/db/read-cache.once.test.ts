import { describe, expect, test } from 'vitest'
import { createReadCache, createWriteCounter } from '#server/db/read-cache.ts'

function createCountedCache(maxAgeMs = 1000) {
  const clock = { now: 0 }
  const writes = createWriteCounter(maxAgeMs)
  const readCached = createReadCache<string | null>(writes, ['users', 'sessions'], () => clock.now)
  let reads = 0
  const read = (key: string, value: string | null = key) =>
    readCached(key, async () => {
      reads++
      return value
    })
  return { clock, writes, readCached, read, reads: () => reads }
}

describe('a read', () => {
  test('is reused while nothing is written', async () => {
    const { read, reads } = createCountedCache()
    expect([await read('a'), await read('b'), await read('a')]).toEqual(['a', 'b', 'a'])
    expect(reads()).toBe(2)
  })

  test.each([
    ['a change of users', 'users'],
    ['a change of sessions', 'sessions'],
    ['a change of an unknown table', null],
  ])('is repeated after %s', async (_what, table) => {
    const { read, reads, writes } = createCountedCache()
    await read('a')
    writes.touch(table)
    await read('a')
    expect(reads()).toBe(2)
  })

  test('is reused after a change of another table', async () => {
    const { read, reads, writes } = createCountedCache()
    await read('a')
    writes.touch('widgets')
    await read('a')
    expect(reads()).toBe(1)
  })

  test('is repeated after its maximum age, as another program may have written', async () => {
    const { read, reads, clock } = createCountedCache()
    await read('a')
    clock.now = 999
    await read('a')
    clock.now = 1000
    await read('a')
    expect(reads()).toBe(2)
  })

  test('is repeated after the clock was set back', async () => {
    const { read, reads, clock } = createCountedCache()
    clock.now = 10_000
    await read('a')
    clock.now = 0
    await read('a')
    await read('a')
    expect(reads()).toBe(2)
  })

  test('has an age that counts from its start', async () => {
    const { readCached, clock } = createCountedCache()
    const slow = async () => {
      clock.now += 600
      return 'old'
    }
    expect(await readCached('a', slow)).toBe('old')
    clock.now = 1000
    expect(await readCached('a', async () => 'new')).toBe('new')
  })

  test('is never reused if caching is off', async () => {
    const { read, reads } = createCountedCache(0)
    await read('a')
    await read('a')
    expect(reads()).toBe(2)
  })

  test('is not cached if something was written during the read', async () => {
    const { readCached, writes } = createCountedCache()
    const old = readCached('a', async () => {
      writes.touch('users')
      return 'before'
    })
    expect(await old).toBe('before')
    expect(await readCached('a', async () => 'after')).toBe('after')
  })

  test('is not cached if it found nothing', async () => {
    const { read } = createCountedCache()
    expect(await read('a', null)).toBeNull()
    expect(await read('a', 'now')).toBe('now')
  })
})
