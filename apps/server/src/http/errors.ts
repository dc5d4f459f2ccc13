import type { Failure } from '@atalaya/contract/envelope'
import type { FactorChallenge } from '@atalaya/contract/factor-proof'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDiskFull, isOutage } from '#server/db/outage.ts'
import { isNulRefused, isRemoved } from '#server/db/violations.ts'
import { AppError, type ErrorKind } from '#server/domain/errors.ts'

const statuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  misdirected: 421,
  too_many: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>

const OUTAGE = 'database_unavailable'
const DISK_FULL = 'disk_full'
/** Seconds after which callers should try again while the database is unavailable. */
const OUTAGE_RETRY_SECONDS = 2

/** Answers the failure envelope and never a stack, a query or a path. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (known.kind === 'internal') request.log.error({ err: error }, 'request failed')
  else if (known.details.code === DISK_FULL) request.log.warn({ err: error }, 'the disk is full')
  else if (known.details.code === OUTAGE) request.log.warn({ err: error }, 'the database does not answer')
  const { code = known.kind, errors, retryAfterSeconds, secondFactor } = known.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds))
  const body: Failure & { secondFactor?: FactorChallenge } = {
    success: false,
    error: known.message,
    message: known.message,
    code,
    ...(errors && { errors }),
    ...(secondFactor && { secondFactor }),
    requestId: request.id,
  }
  reply.code(statuses[known.kind]).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const status = (error as Partial<FastifyError> | null)?.statusCode
  if (status === 413) return new AppError('too_large', 'The request body is too large')
  if (status === 414) return new AppError('not_found', 'There is no such API call', { code: 'unknown_route' })
  if (status === 415) return new AppError('unsupported', 'The body must be application/json')
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError('bad_request', 'The request could not be read: is its body valid JSON?')
  }
  if (isDiskFull(error)) {
    return new AppError('unavailable', 'The disk is full; nothing can be stored until there is room on it', {
      code: DISK_FULL,
      retryAfterSeconds: OUTAGE_RETRY_SECONDS,
    })
  }
  if (isOutage(error)) {
    return new AppError('unavailable', 'The database does not answer; try again in a moment', {
      code: OUTAGE,
      retryAfterSeconds: OUTAGE_RETRY_SECONDS,
    })
  }
  if (isNulRefused(error)) return new AppError('bad_request', "A text can't contain a NUL character")
  if (isRemoved(error)) {
    return new AppError('conflict', 'The item that this belongs to was just removed', { code: 'removed_meanwhile' })
  }
  return new AppError('internal', 'Something went wrong on the server')
}

/** Answer to an unknown path under the API. */
export function unknownRoute(): never {
  throw new AppError('not_found', 'There is no such API call', { code: 'unknown_route' })
}
