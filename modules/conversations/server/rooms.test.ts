import { expect, test } from 'vitest'
import { createRooms } from './rooms.ts'
import { syncAnswer } from './sync-answer.ts'

const ME = '@me:farm.test'

/** Creates the rooms of an account. `apply` takes the joined, invited and left rooms of an answer. */
function start() {
  const rooms = createRooms(ME)
  const apply = (changes: object, isFullSync = false) =>
    rooms.apply(syncAnswer.parse({ next_batch: 's', rooms: changes }), isFullSync)
  return { ...rooms, apply }
}
const withMessage = (text: string, at: number, more: object = {}) => ({
  timeline: {
    events: [
      {
        type: 'm.room.message',
        sender: '@bob:farm.test',
        origin_server_ts: at,
        content: { msgtype: 'm.text', body: text },
      },
    ],
  },
  ...more,
})
const unread = (notification_count: number, highlight_count: number) => ({
  unread_notifications: { notification_count, highlight_count },
})
const invitation = (from: string) => ({
  invite_state: { events: [{ type: 'm.room.member', state_key: ME, sender: from, content: {} }] },
})

test('a mention counts until it is read, and an answer without counts changes none', () => {
  const { apply, list } = start()
  const counts = () => list().map(({ unread, isMentioned }) => [unread, isMentioned])
  apply({ join: { a: withMessage('hi', 1, unread(2, 1)) } })
  expect(counts()).toEqual([[2, true]])
  apply({ join: { a: withMessage('there', 2) } })
  expect(counts()).toEqual([[2, true]])
  apply({ join: { a: unread(0, 0) } })
  expect(counts()).toEqual([[0, false]])
})

test('an event that is no message does not replace the last message', () => {
  const { apply, list } = start()
  apply({ join: { a: withMessage('hi', 1) } })
  apply({ join: { a: { timeline: { events: [{ type: 'm.reaction', sender: '@bob:farm.test', content: {} }] } } } })
  expect(list()[0]?.last?.text).toBe('hi')
})

test('an invitation is gone when it is declined, and a room when it is left', () => {
  const { apply, list, hasInvitations } = start()
  apply({ join: { a: withMessage('hi', 1), b: withMessage('ho', 2) }, invite: { c: invitation('@carol:farm.test') } })
  expect(list().map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  apply({ leave: { b: {}, c: {} } })
  expect(list().map(({ id }) => id)).toEqual(['a'])
  expect(hasInvitations()).toBe(false)
})

test('a full sync replaces all rooms, and keeps the last messages of those that it has', () => {
  const { apply, list } = start()
  apply({ join: { a: withMessage('hi', 1), b: withMessage('ho', 2) }, invite: { c: invitation('@carol:farm.test') } })
  apply({ join: { a: {} } }, true)
  expect(list().map(({ id, last }) => [id, last?.text])).toEqual([['a', 'hi']])
})

test('at most ten invitations are listed, the first ones', () => {
  const { apply, list } = start()
  apply({ invite: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`r${n}`, invitation('@bob:farm.test')])) })
  expect(list().map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => `r${n}`))
})
