import type { Issue } from '@atalaya/contract/envelope'
import type { FactorChallenge } from '@atalaya/contract/factor-proof'

/** Kind of a failure, in the words of the domain. */
export type ErrorKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported'
  | 'misdirected'
  | 'too_many'
  | 'internal'
  | 'bad_gateway'
  | 'unavailable'

type Details = {
  /** Stable name for programs, `slice.reason`; the kind when absent. */
  code?: string
  errors?: Issue[]
  retryAfterSeconds?: number
  /** Second factor that must be shown besides the right password. */
  secondFactor?: FactorChallenge
}

/** The only error that services throw on purpose: `kind` decides how a caller is answered, `message` is for people. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly details: Details
  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message)
    this.kind = kind
    this.details = details
  }
}

/** Startup error; the message is one line with the remedy. */
export class StartError extends Error {}
