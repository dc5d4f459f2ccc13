import { expect, test } from 'vitest'
import { toMessage, toOneLine } from './messages.ts'

const event = (content: Record<string, unknown>, type = 'm.room.message') => ({ type, content, origin_server_ts: 7 })

test.each([
  [{ msgtype: 'm.text', body: 'hello' }, 'hello', 'text'],
  [{ msgtype: 'm.emote', body: 'waves' }, '* waves', 'text'],
  [{ msgtype: 'm.image', body: 'cat.png' }, 'Photo', 'media'],
  [{ msgtype: 'm.file', body: 'a.pdf' }, 'File', 'media'],
  [{}, 'Message deleted', 'media'],
  [{ body: '* old', 'm.new_content': { msgtype: 'm.text', body: 'new' } }, 'new', 'text'],
])('the content %j is shown as “%s”', (content, text, kind) => {
  expect(toMessage(event(content), 'Bob')).toEqual({ sender: 'Bob', at: 7, text, kind })
})

test('an encrypted message has no text, and other events are no messages', () => {
  expect(toMessage(event({}, 'm.room.encrypted'), 'Bob')).toMatchObject({ text: null, kind: 'encrypted' })
  expect(toMessage(event({}, 'm.reaction'), 'Bob')).toBeNull()
})

test('a message without a time has none', () => {
  expect(toMessage({ type: 'm.room.message', content: { body: 'hi' } }, 'Bob')?.at).toBe(0)
})

test.each([
  ['> <@bob:x> quoted\n> more\n\nanswer', 'answer'],
  ['> only a quotation', '> only a quotation'],
  ['one\n\n  two', 'one two'],
  ['x'.repeat(400), 'x'.repeat(300)],
])('the text %j is shown on one line', (body, line) => {
  expect(toOneLine(body)).toBe(line)
})
