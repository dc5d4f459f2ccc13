/** A failed call. `status` is 0 if no answer came; `isExplained` is false if the server gave no message. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: unknown
  readonly isExplained: boolean

  constructor(status: number, message: string, body?: unknown) {
    super(message || 'Request failed')
    this.status = status
    this.body = body
    this.isExplained = message !== ''
  }
}

/** Sets the call's default message on a failure without one. */
export async function withDefault<T>(answer: Promise<T>, message: string): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && !error.isExplained) throw new ApiError(error.status, message, error.body)
    throw error
  }
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

function field(body: unknown, key: string): unknown {
  return typeof body === 'object' && body !== null && key in body ? body[key as keyof typeof body] : undefined
}

/**
 * Message of a failed answer for people. Takes the body's error string or message, else the first entry of an errors
 * array. Without these it takes detail, title or the status text, so it also understands servers that are not ours.
 */
export function failureMessage(body: unknown, statusText: string): string {
  const errors = field(body, 'errors')
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  return (
    text(field(body, 'error')) ??
    text(field(first, 'message')) ??
    text(field(body, 'detail')) ??
    text(field(body, 'title')) ??
    text(field(body, 'message')) ??
    statusText
  )
}

/** Code of a failed answer, to act on more than its message. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? text(field(error.body, 'code')) : undefined
