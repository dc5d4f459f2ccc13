import { expect, test } from 'vitest'
import { checkSync, syncAnswer } from './sync-answer.ts'

const message = (body: string) => ({ type: 'm.room.message', content: { msgtype: 'm.text', body } })
const roomOf = (events: unknown[]) => ({ timeline: { events } })

test('a large answer is checked ten rooms a turn, with the same result', async () => {
  const rooms = (prefix: string) => Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${prefix}${n}`, {}]))
  const answer = { next_batch: 's', rooms: { invite: rooms('i'), join: rooms('j'), leave: rooms('l') } }
  let turns = 0
  const count = () => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  expect(await checkSync(answer)).toEqual(syncAnswer.parse(answer))
  clearImmediate(immediate)
  expect(turns).toBeGreaterThanOrEqual(60)
  const empty = { next_batch: 's' }
  expect(await checkSync(empty)).toEqual(syncAnswer.parse(empty))
})

test('of one list of events the last two hundred count, malformed ones too', async () => {
  const events = [message('first'), ...Array(198).fill(0), message('last')]
  const bodies = async (all: unknown[]) => {
    const { rooms } = await checkSync({ next_batch: 's', rooms: { join: { a: roomOf(all) } } })
    return rooms.join.a?.timeline.events.map(({ content }) => content.body)
  }
  expect(await bodies(events)).toEqual(['first', 'last'])
  expect(await bodies([...events, 0])).toEqual(['last'])
})

test('an answer without a position, or with a malformed room, is refused', async () => {
  await expect(checkSync({ rooms: {} })).rejects.toThrow('next_batch')
  await expect(checkSync({ next_batch: 's', rooms: { join: { a: 1 } } })).rejects.toThrow('join')
  await expect(checkSync(null)).rejects.toThrow()
})
