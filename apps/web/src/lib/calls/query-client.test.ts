import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { shouldRetry } from '#web/lib/calls/query-client.ts'

test.each([
  ['a server that is away is retried twice', new TypeError('Failed to fetch'), [true, true, false]],
  ['a server that fails is retried twice', new ApiError(500, 'Oh'), [true, true, false]],
  ['a refusal is never retried', new ApiError(400, 'No'), [false, false, false]],
  ['a missing page is never retried', new ApiError(404, 'No'), [false, false, false]],
  ['the refusal with the highest status is never retried', new ApiError(499, 'No'), [false, false, false]],
])('%s', (_what, error, again) => {
  expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual(again)
})
