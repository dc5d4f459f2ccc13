import type { Command } from '@atalaya/contract/commands'
import { expect, test } from 'vitest'
import { createAnnounce } from '#server/commands/announce.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const ids = Array.from({ length: 110 }, (_, n) => `c${n}`)

/** Announces `ids`; their second read fails if `isFailing`. Returns the announced ids, by turn. */
async function announceAll({ hasListeners = true, isFailing = false, isBusy = (): boolean => false } = {}) {
  const counted = countTurns()
  const turns = new Map<number, string[]>()
  const errors: unknown[] = []
  let reads = 0
  const views = {
    findMany: async (readIds: string[]) => {
      if (++reads === 2 && isFailing) throw new Error('The database is unavailable')
      return readIds.map((id) => ({ command: { _id: id } as Command, ownerId: 'ada' }))
    },
  }
  const live = {
    hasListeners: () => hasListeners,
    isBusy,
    emit: ({ data }: { data: unknown }) => {
      turns.set(counted.turn, [...(turns.get(counted.turn) ?? []), (data as Command)._id])
    },
  }
  await createAnnounce(views, live, (error) => errors.push(error))(ids)
  counted.stop()
  return { turns: [...turns.values()], errors, reads }
}

test('many commands are announced in their order, twenty in one turn of the event loop', async () => {
  const { turns, errors } = await announceAll()
  expect(turns.map((announcedIds) => announcedIds.length)).toEqual([20, 20, 20, 20, 20, 10])
  expect([turns.flat(), errors]).toEqual([ids, []])
})

test('commands that cannot be read are reported, and the others are announced', async () => {
  const { turns, errors } = await announceAll({ isFailing: true })
  expect([errors.length, turns.flat()]).toEqual([1, [...ids.slice(0, 20), ...ids.slice(40)]])
})

test('without listeners no command is read', async () => {
  expect(await announceAll({ hasListeners: false })).toMatchObject({ turns: [], reads: 0 })
})

test('commands are announced no faster than streams get them', async () => {
  let checks = 0
  // Before each part the streams are busy at two checks, and free at the third.
  const isBusy = () => ++checks % 3 !== 0
  const { turns } = await announceAll({ isBusy })
  expect(turns.flat()).toEqual(ids)
  expect(checks).toBe(3 * turns.length)
})
