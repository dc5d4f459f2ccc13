import type { FaultScope } from '#server/containment/faults.ts'
import { createReportThrottle } from '#server/containment/report-throttle.ts'
import type { createLogger } from '#server/http/logging.ts'

/** Maximum length of the text that names a kind of fault. */
const KIND_MAX = 300

/** Log lines for faults and warnings that strangers can cause: one line a minute of each kind. */
export function createThrottledLines(log: ReturnType<typeof createLogger>) {
  const fault = createReportThrottle<{ err: unknown; where: FaultScope }>((entry, more) =>
    log.error(withMore(entry, more), 'unexpected error'),
  )
  const warning = createReportThrottle<string>((message, more) => log.warn(withMore({}, more), message))
  return {
    /** Logs a fault; its kind is the place where it was thrown. */
    fault: (err: unknown, where: FaultScope): void => fault(`${where} ${sourceOf(err)}`, { err, where }),
    /** Logs a warning; its kind is the module and the user. */
    warn: (module: string, userId: string, message: string): void => warning(`${module} ${userId}`, message),
  }
}
export type ThrottledLines = ReturnType<typeof createThrottledLines>

const withMore = <T extends object>(entry: T, more: number) => (more === 0 ? entry : { ...entry, more })

/** Place in the program where an error was thrown. Its message does not identify the place: it can quote strangers. */
const sourceOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack?.split('\n    at ')[1] ?? error.name) : typeof error).slice(0, KIND_MAX)
