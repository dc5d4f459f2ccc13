import type { Command } from '@atalaya/contract/commands'
import { expect, test } from 'vitest'
import { createAnnounce } from '#server/commands/announce.ts'

test('many commands are announced in batches of a hundred, each once', async () => {
  const batchSizes: number[] = []
  const emitted: string[] = []
  const views = {
    findMany: async (ids: string[]) => {
      batchSizes.push(ids.length)
      return ids.map((id) => ({ command: { _id: id } as Command, ownerId: 'ada' }))
    },
  }
  const live = {
    hasListeners: () => true,
    emit: async (event: { data: unknown }) => void emitted.push((event.data as Command)._id),
  }
  const ids = Array.from({ length: 250 }, (_, n) => `c${n}`)
  await createAnnounce(views, live, (error) => expect.unreachable(String(error)))(ids)
  expect(batchSizes).toEqual([100, 100, 50])
  expect(emitted).toEqual(ids)
})

test('a batch that cannot be read is reported and the others are announced; without listeners nothing is read', async () => {
  const emitted: string[] = []
  const errors: unknown[] = []
  let reads = 0
  const views = {
    findMany: async (ids: string[]) => {
      if (++reads === 2) throw new Error('The database is away')
      return ids.map((id) => ({ command: { _id: id } as Command, ownerId: 'ada' }))
    },
  }
  let hasListeners = true
  const live = {
    hasListeners: () => hasListeners,
    emit: async (event: { data: unknown }) => void emitted.push((event.data as Command)._id),
  }
  const ids = Array.from({ length: 250 }, (_, n) => `c${n}`)
  const announce = createAnnounce(views, live, (error) => errors.push(error))
  await announce(ids)
  expect([errors.length, emitted]).toEqual([1, [...ids.slice(0, 100), ...ids.slice(200)]])
  hasListeners = false
  await announce(ids)
  expect(reads).toBe(3)
})
