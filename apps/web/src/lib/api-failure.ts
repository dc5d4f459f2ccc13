import { failure, type Issue } from '@atalaya/contract/envelope'
import { ApiError } from '#web/lib/api-error.ts'

// Apart from api-error.ts, which every page needs: the schema of a failure brings zod with it.
const parsed = (error: unknown) => (error instanceof ApiError ? failure.safeParse(error.body).data : undefined)

/** The failure's code, for what is more than its message. */
export const codeOf = (error: unknown): string | undefined => parsed(error)?.code

/** What the server says about single fields. */
export const issuesOf = (error: unknown): Issue[] => parsed(error)?.errors ?? []
