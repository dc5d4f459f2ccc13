import { expect, test } from 'vitest'
import { widgetStorage } from './storage.ts'

/** Storage that two screens share; `between` runs between a read and the next write. */
function createStorage(value: unknown = null) {
  const now = { value, version: null as string | null, writes: 0 }
  let between: (() => Promise<unknown>) | null = null
  const storage = widgetStorage({
    async read() {
      const { value: read, version } = now
      const first = between
      between = null
      await first?.()
      return { value: read, version }
    },
    async write(next, over) {
      if (over !== undefined && over !== now.version) return false
      now.value = next
      now.writes += 1
      now.version = String(now.writes)
      return true
    },
  })
  const meanwhile = (work: () => Promise<unknown>) => {
    between = work
  }
  return { now, storage, meanwhile }
}

const append = (item: string) => (value: unknown) => [...((value as string[] | null) ?? []), item]

test('a change is applied to the stored value, or to undefined', async () => {
  const { storage, now } = createStorage()
  expect(await storage.update(append('tea'))).toEqual(['tea'])
  expect(await storage.update(append('milk'))).toEqual(['tea', 'milk'])
  expect(now.value).toEqual(['tea', 'milk'])
})

test('a value that another screen stores during an update is kept', async () => {
  const { storage, now, meanwhile } = createStorage()
  meanwhile(() => storage.update(append('tea')))
  await storage.update(append('milk'))
  expect(now.value).toEqual(['tea', 'milk'])
})

test('an update that always conflicts fails and stores nothing', async () => {
  const storage = widgetStorage({ read: async () => ({ value: 1, version: 'a' }), write: async () => false })
  await expect(storage.update(() => 2)).rejects.toThrow('Other screens store all the time')
})

test('a plain write overwrites the stored value', async () => {
  const { storage, now } = createStorage([1])
  await storage.write([2])
  expect([await storage.read(), now.value]).toEqual([[2], [2]])
})
