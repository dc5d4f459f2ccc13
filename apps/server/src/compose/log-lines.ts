import type { Place } from '#server/containment/faults.ts'
import { createSeldom } from '#server/containment/seldom.ts'
import type { createLogger } from '#server/http/logging.ts'

const KIND_MAX = 300

/** Log lines for faults and warnings that strangers can cause: one line a minute of each kind. */
export function createSeldomLines(log: ReturnType<typeof createLogger>) {
  const fault = createSeldom<{ err: unknown; where: Place }>((told, more) =>
    log.error(withMore(told, more), 'unexpected error'),
  )
  const warning = createSeldom<string>((message, more) => log.warn(withMore({}, more), message))
  return {
    /** Faults of one kind were thrown in one place. */
    fault: (err: unknown, where: Place): void => fault(`${where} ${throwerOf(err)}`, { err, where }),
    /** Warnings of one kind are about one module's widgets of one user. */
    warn: (module: string, userId: string, message: string): void => warning(`${module} ${userId}`, message),
  }
}
export type SeldomLines = ReturnType<typeof createSeldomLines>

const withMore = <T extends object>(told: T, more: number) => (more === 0 ? told : { ...told, more })

/** The place in the program; its message is not it, which can be a stranger's. */
const throwerOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack?.split('\n    at ')[1] ?? error.name) : typeof error).slice(0, KIND_MAX)
