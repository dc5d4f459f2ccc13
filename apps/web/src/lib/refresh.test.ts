import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { endsSession } from '#web/lib/refresh.ts'

test.each([
  [400, true],
  [401, true],
  [403, true],
  [499, true],
  [429, false],
  [399, false],
  [500, false],
  [503, false],
])('a refresh that is answered with %i ends the session: %s', (status, ends) => {
  expect(endsSession(new ApiError(status, 'No'))).toBe(ends)
})

test('a refresh that nobody answers does not', () => {
  expect(endsSession(new TypeError('Failed to fetch'))).toBe(false)
})
