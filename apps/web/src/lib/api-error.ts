/** A call that failed. `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: unknown

  constructor(status: number, message: string, body?: unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

function field(body: unknown, key: string): unknown {
  return typeof body === 'object' && body !== null && key in body ? body[key as keyof typeof body] : undefined
}

/**
 * What a failed answer says to a person (specification section 8): the body's error string, else the first entry of an
 * errors array, else detail, else title, else the status text. `message` stands behind `error` for section 5's
 * "the server's message if present".
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
    (statusText || 'Request failed')
  )
}
