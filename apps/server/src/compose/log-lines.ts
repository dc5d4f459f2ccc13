import type { Place } from '#server/containment/faults.ts'
import { createSeldom } from '#server/containment/seldom.ts'
import type { createLogger } from '#server/http/logging.ts'

const KIND_MAX = 300

/** What can go wrong as often as a stranger likes, and how it is told in the log: of each kind a line a minute. */
export function createSeldomLines(log: ReturnType<typeof createLogger>) {
  const fault = createSeldom<{ err: unknown; where: Place }>((told, more) => log.error(withMore(told, more), 'a fault'))
  const warning = createSeldom<string>((message, more) => log.warn(withMore({}, more), message))
  return {
    /** Those of one kind were thrown in one place. */
    fault: (err: unknown, where: Place): void => fault(`${where} ${throwerOf(err)}`, { err, where }),
    /** Of the data of one module's widgets of one user. */
    warn: (module: string, userId: string, message: string): void => warning(`${module} ${userId}`, message),
  }
}
export type SeldomLines = ReturnType<typeof createSeldomLines>

const withMore = <T extends object>(told: T, more: number) => (more === 0 ? told : { ...told, more })

/** The place in the program; its message is not it, which can be a stranger's. */
const throwerOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack?.split('\n    at ')[1] ?? error.name) : typeof error).slice(0, KIND_MAX)
