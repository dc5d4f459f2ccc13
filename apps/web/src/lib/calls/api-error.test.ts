import { expect, test } from 'vitest'
import { failureMessage } from '#web/lib/calls/api-error.ts'

const all = { error: 'error', errors: [{ message: 'first' }, { message: 'second' }], detail: 'detail', title: 'title' }

test.each([
  ["is the body's error string", all, 'error'],
  ['is else the message of the first entry in errors', { ...all, error: undefined }, 'first'],
  ['is else detail', { detail: 'detail', title: 'title' }, 'detail'],
  ['is else title', { title: 'title' }, 'title'],
  ['is else the status text', {}, 'Bad Gateway'],
  ['skips an error that is no string', { error: { code: 1 }, detail: 'detail' }, 'detail'],
  ['skips an empty errors array', { errors: [], title: 'title' }, 'title'],
  ['is the status text for a body of text', '<html>', 'Bad Gateway'],
  ['is the status text without a body', undefined, 'Bad Gateway'],
])('the message of a failure %s', (_sentence, body, message) => {
  expect(failureMessage(body, 'Bad Gateway')).toBe(message)
})
