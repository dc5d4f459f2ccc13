import { describe, expect, test } from 'vitest'
import { createReadCache, createWrites } from '#server/db/read-cache.ts'

function createCountedCache(maxAgeMs = 1000) {
  const clock = { now: 0 }
  const writes = createWrites(maxAgeMs)
  const recent = createReadCache<string | null>(writes, ['users', 'sessions'], () => clock.now)
  let reads = 0
  const read = (key: string, value: string | null = key) =>
    recent(key, async () => {
      reads++
      return value
    })
  return { clock, writes, recent, read, reads: () => reads }
}

describe('a cached read', () => {
  test('is reused while nothing is written', async () => {
    const { read, reads } = createCountedCache()
    expect([await read('a'), await read('b'), await read('a')]).toEqual(['a', 'b', 'a'])
    expect(reads()).toBe(2)
  })

  test.each(['users', 'sessions', null])('is repeated after a change of its tables: %s', async (table) => {
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

  test('is repeated after its time, as another program may have written', async () => {
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

  test('expires by the time at which it began', async () => {
    const { recent, clock } = createCountedCache()
    const slow = async () => {
      clock.now += 600
      return 'old'
    }
    expect(await recent('a', slow)).toBe('old')
    clock.now = 1000
    expect(await recent('a', async () => 'new')).toBe('new')
  })

  test('is never reused if caching is off', async () => {
    const { read, reads } = createCountedCache(0)
    await read('a')
    await read('a')
    expect(reads()).toBe(2)
  })

  test('is not cached if something was written during the read', async () => {
    const { recent, writes } = createCountedCache()
    const old = recent('a', async () => {
      writes.touch('users')
      return 'before'
    })
    expect(await old).toBe('before')
    expect(await recent('a', async () => 'after')).toBe('after')
  })

  test('is not cached if it found nothing', async () => {
    const { read } = createCountedCache()
    expect(await read('a', null)).toBeNull()
    expect(await read('a', 'now')).toBe('now')
  })
})
