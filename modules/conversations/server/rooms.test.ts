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

test('conversations are listed newest first, thirty at most', () => {
  const { apply, list } = start()
  const joined = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`r${n}`, withMessage('hi', n + 1)]))
  apply({ join: joined })
  const ids = list().map(({ id }) => id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([30, 'r39', 'r10'])
})

test('an invitation is gone once its room is joined', () => {
  const { apply, list } = start()
  apply({ invite: { a: invitation('@carol:farm.test') } })
  apply({ join: { a: withMessage('hi', 1) } })
  expect(list().map(({ last }) => last?.kind)).toEqual(['text'])
})

test('a conversation without a name has those of its other members, also after later answers', () => {
  const { apply, list } = start()
  const member = (id: string, displayname: string) => ({
    type: 'm.room.member',
    state_key: id,
    content: { displayname },
  })
  const state = { events: [member('@bob:farm.test', 'Bob'), member(ME, 'Me Myself')] }
  apply({
    join: { a: withMessage('hi', 1, { state, summary: { 'm.heroes': [ME, '@bob:farm.test', '@eve:farm.test'] } }) },
  })
  expect(list()[0]).toMatchObject({ name: 'Bob, eve', last: { sender: 'Bob' } })
  apply({ join: { a: withMessage('ho', 2) } })
  expect(list()[0]?.name).toBe('Bob, eve')
})

test('of the members of a room the last thirty are remembered, and who writes again stays', () => {
  const { apply, list } = start()
  const member = (n: number) => ({
    type: 'm.room.member',
    state_key: `@m${n}:farm.test`,
    content: { displayname: `Member ${n}` },
  })
  const of = (...numbers: number[]) => ({ join: { a: { state: { events: numbers.map(member) } } } })
  apply(of(...Array.from({ length: 30 }, (_, n) => n)))
  apply(of(0, 30))
  const heroes = (...numbers: number[]) => {
    apply({ join: { a: { summary: { 'm.heroes': numbers.map((n) => `@m${n}:farm.test`) } } } })
    return list()[0]?.name
  }
  expect(heroes(0, 1, 30)).toBe('Member 0, m1, Member 30')
})

test('messages of the user are marked as such', () => {
  const { apply, list } = start()
  const mine = { type: 'm.room.message', sender: ME, content: { msgtype: 'm.text', body: 'hi' } }
  apply({ join: { a: { timeline: { events: [mine] } } } })
  expect(list()[0]?.last?.sender).toBe('You')
})
