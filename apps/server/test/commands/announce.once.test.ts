import type { Command } from '@atalaya/contract/commands'
import { expect, test } from 'vitest'
import { createAnnounce } from '#server/commands/announce.ts'

test('many commands are announced in batches of a hundred, each once', async () => {
  const asked: number[] = []
  const emitted: string[] = []
  const views = {
    findMany: async (ids: string[]) => {
      asked.push(ids.length)
      return ids.map((id) => ({ command: { _id: id } as Command, ownerId: 'ada' }))
    },
  }
  const live = {
    hasListeners: () => true,
    emit: async (event: { data: unknown }) => void emitted.push((event.data as Command)._id),
  }
  const ids = Array.from({ length: 250 }, (_, n) => `c${n}`)
  await createAnnounce(views, live, (error) => expect.unreachable(String(error)))(ids)
  expect(asked).toEqual([100, 100, 50])
  expect(emitted).toEqual(ids)
})
