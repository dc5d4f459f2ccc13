import { expect, test } from 'vitest'
import { failureMessage } from '#web/lib/calls/api-error.ts'

const all = { error: 'error', errors: [{ message: 'first' }, { message: 'second' }], detail: 'detail', title: 'title' }

test.each([
  ["the body's error string", all, 'error'],
  ["else the first entry of an errors array's message", { ...all, error: undefined }, 'first'],
  ['else detail', { detail: 'detail', title: 'title' }, 'detail'],
  ['else title', { title: 'title' }, 'title'],
  ['else the status text', {}, 'Bad Gateway'],
  ['an error that is no string is passed over', { error: { code: 1 }, detail: 'detail' }, 'detail'],
  ['an empty errors array is passed over', { errors: [], title: 'title' }, 'title'],
  ['a body of text has no fields', '<html>', 'Bad Gateway'],
  ['no body at all', undefined, 'Bad Gateway'],
])('%s', (_sentence, body, message) => {
  expect(failureMessage(body, 'Bad Gateway')).toBe(message)
})
