import { z } from 'zod'

/** One reason why an input was refused. `path` is the field, with dots; empty for the whole body. */
export const issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issue>

/** Body of every failed call. `errors` is present for validation only. */
export const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  errors: z.array(issue).optional(),
  requestId: z.string(),
})
export type Failure = z.infer<typeof failure>

/** Body of every successful call, around its `data`. */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data })
}
