import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { shouldRetry } from '#web/lib/calls/query-client.ts'

test.each([
  ['a server that is away', new TypeError('Failed to fetch'), [true, true, false]],
  ['a server that fails', new ApiError(500, 'Oh'), [true, true, false]],
  ['a refusal', new ApiError(400, 'No'), [false, false, false]],
  ['a missing page', new ApiError(404, 'No'), [false, false, false]],
  ['the last of the refusals', new ApiError(499, 'No'), [false, false, false]],
])('%s is retried up to its limit', (_what, error, again) => {
  expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual(again)
})
