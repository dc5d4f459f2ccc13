import { failure, type Issue } from '@atalaya/contract/envelope'
import { ApiError } from '#web/lib/api-error.ts'

/** What the server says about single fields. Apart from api-error.ts, for schemas come with the forms that need them. */
export const issuesOf = (error: unknown): Issue[] =>
  (error instanceof ApiError && failure.safeParse(error.body).data?.errors) || []
