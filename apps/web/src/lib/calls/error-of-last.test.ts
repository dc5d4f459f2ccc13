import { expect, test } from 'vitest'
import { errorOfLast } from '#web/lib/calls/error-of-last.ts'

const never = { submittedAt: 0, error: null }
const [first, second] = [new Error('first'), new Error('second')]

test.each([
  ['none of the tries has begun', [never, never], null],
  ['only one has failed', [never, { submittedAt: 1, error: first }], first],
  [
    'a later one has failed too',
    [
      { submittedAt: 2, error: second },
      { submittedAt: 1, error: first },
    ],
    second,
  ],
  [
    'a later one is under way',
    [
      { submittedAt: 1, error: first },
      { submittedAt: 2, error: null },
    ],
    null,
  ],
])('the error on screen is that of the last try, if %s', (_what, tries, error) => {
  expect(errorOfLast(...tries)).toBe(error)
})
