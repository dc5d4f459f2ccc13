/** A call that failed. `status` is 0 where no answer came at all; an empty `message` is one that nobody gave. */
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

/** Gives a failure that says nothing itself the call's default message. */
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
 * What a failed answer says to a person: the body's error string or message, else the first entry of an errors
 * array, else detail, else title, else the status text. So it also understands servers that are not ours.
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

/** The code of a failed answer, for what is more than its message. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? text(field(error.body, 'code')) : undefined
