import { failure, type Issue } from '@atalaya/contract/envelope'
import { ApiError } from '#web/lib/calls/api-error.ts'

/**
 * Errors of single fields that the server named. Separate from api-error.ts, because schemas are loaded with the forms
 * that need them.
 */
export const issuesOf = (error: unknown): Issue[] =>
  (error instanceof ApiError && failure.safeParse(error.body).data?.errors) || []
