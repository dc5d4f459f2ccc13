import { expect, test } from 'vitest'
import { createIncidentViews } from '#server/alerts/incident-views.ts'
import type { IncidentRow } from '#server/alerts/incidents.repo.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const unused = {} as never
const ids = Array.from({ length: 50 }, (_, n) => `incident ${n}`)

/** Announces ended incidents; their second read fails if `isFailing`. Returns the announced ids, by turn. */
async function announceAll({ isFailing = false } = {}) {
  const counted = countTurns()
  const turns = new Map<number, string[]>()
  let reads = 0
  const findMany = async (readIds: string[]) => {
    if (++reads === 2 && isFailing) throw new Error('The database is unavailable')
    return readIds.map((id) => ({ id, opened_at: 0, ended_at: 0, acknowledged_by: null }) as IncidentRow)
  }
  const emit = ({ data }: { data: unknown }) => {
    turns.set(counted.turn, [...(turns.get(counted.turn) ?? []), (data as { _id: string })._id])
  }
  const views = createIncidentViews({
    incidents: { findMany } as never,
    silences: unused,
    live: { emit },
    now: Date.now,
  })
  const error = await views.announce(ids).then(
    () => null,
    (thrown: Error) => thrown.message,
  )
  counted.stop()
  return { turns: [...turns.values()], error }
}

test('many alerts are announced in their order, twenty in one turn of the event loop', async () => {
  const { turns, error } = await announceAll()
  expect(turns.map((announcedIds) => announcedIds.length)).toEqual([20, 20, 10])
  expect([turns.flat(), error]).toEqual([ids, null])
})

test('alerts after some that cannot be read are announced, too', async () => {
  expect(await announceAll({ isFailing: true })).toEqual({
    turns: [ids.slice(0, 20), ids.slice(40)],
    error: 'The database is unavailable',
  })
})
