import { expect, test } from 'vitest'
import { createChats } from './chats.ts'
import type { Entry } from './entries.ts'

const ROOM = 'club@rooms.farm.test'
const self = { bare: 'me@farm.test', nickIn: (room: string) => (room === ROOM ? 'Ada' : undefined) }
const message = (peer: string, text: string, more: Partial<Entry> = {}): Entry =>
  ({ peer, isMine: false, nick: null, what: 'message', text, kind: 'text', ...more }) as Entry

test('a mention counts until all messages of its room are read', () => {
  const chats = createChats(self, new Map())
  const counts = () => chats.list().map(({ unread, isMentioned }) => [unread, isMentioned])
  chats.apply(message(ROOM, 'Ada, come', { nick: 'Bob' }), '1', 1)
  chats.apply(message(ROOM, 'all of you', { nick: 'Bob' }), '2', 2)
  expect(counts()).toEqual([[2, true]])
  chats.markRead(ROOM, '1')
  expect(counts()).toEqual([[1, true]])
  chats.markRead(ROOM, '2')
  expect(counts()).toEqual([[0, false]])
})

test('the chat that was silent for longest makes room for a new one, and the others stay', () => {
  const chats = createChats(self, new Map())
  for (let n = 0; n < 300; n++) chats.apply(message(`p${n}@farm.test`, 'hi'), `${n}`, n)
  chats.apply(message('p0@farm.test', 'again'), 'again', 300)
  chats.apply(message('new@farm.test', 'hi'), 'new', 301)
  const unreadAfterMessage = (peer: string) => {
    chats.apply(message(peer, 'last'), `last ${peer}`, 302)
    return chats.list().find(({ id }) => id === peer)?.unread
  }
  expect([
    unreadAfterMessage('p0@farm.test'),
    unreadAfterMessage('p2@farm.test'),
    unreadAfterMessage('p1@farm.test'),
  ]).toEqual([3, 2, 1])
})
