import type { Command } from '@atalaya/contract/commands'
import { expect, test } from 'vitest'
import { createAnnounce } from '#server/commands/announce.ts'

test('many commands are told a hundred at a time, each once', async () => {
  const asked: number[] = []
  const told: string[] = []
  const views = {
    findMany: async (ids: string[]) => {
      asked.push(ids.length)
      return ids.map((id) => ({ command: { _id: id } as Command, ownerId: 'ada' }))
    },
  }
  const live = {
    isHeard: () => true,
    emit: async (event: { data: unknown }) => void told.push((event.data as Command)._id),
  }
  const ids = Array.from({ length: 250 }, (_, n) => `c${n}`)
  await createAnnounce(views, live, (error) => expect.unreachable(String(error)))(ids)
  expect(asked).toEqual([100, 100, 50])
  expect(told).toEqual(ids)
})
