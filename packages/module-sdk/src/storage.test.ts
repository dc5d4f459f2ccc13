import { expect, test } from 'vitest'
import { widgetStorage } from './storage.ts'

/** Storage that two screens share; `between` runs between a read and the next write. */
function createStorage(value: unknown = null) {
  const stored = { value, version: null as string | null, writes: 0 }
  let between: (() => Promise<unknown>) | null = null
  const storage = widgetStorage({
    async read() {
      const { value: read, version } = stored
      const first = between
      between = null
      await first?.()
      return { value: read, version }
    },
    async write(next, over) {
      if (over !== undefined && over !== stored.version) return false
      stored.value = next
      stored.writes += 1
      stored.version = String(stored.writes)
      return true
    },
  })
  const meanwhile = (work: () => Promise<unknown>) => {
    between = work
  }
  return { stored, storage, meanwhile }
}

const append = (item: string) => (value: unknown) => [...((value as string[] | null) ?? []), item]

test('a change is applied to the stored value, or to undefined', async () => {
  const { storage, stored } = createStorage()
  expect(await storage.update(append('tea'))).toEqual(['tea'])
  expect(await storage.update(append('milk'))).toEqual(['tea', 'milk'])
  expect(stored.value).toEqual(['tea', 'milk'])
})

test('a value that another screen stores during an update is kept', async () => {
  const { storage, stored, meanwhile } = createStorage()
  meanwhile(() => storage.update(append('tea')))
  await storage.update(append('milk'))
  expect(stored.value).toEqual(['tea', 'milk'])
})

test('an update that always conflicts fails and stores nothing', async () => {
  const storage = widgetStorage({ read: async () => ({ value: 1, version: 'a' }), write: async () => false })
  await expect(storage.update(() => 2)).rejects.toThrow('Other screens store all the time')
})

test('a plain write overwrites the stored value', async () => {
  const { storage, stored } = createStorage([1])
  await storage.write([2])
  expect([await storage.read(), stored.value]).toEqual([[2], [2]])
})
