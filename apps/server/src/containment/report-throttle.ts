const MINUTE_MS = 60_000
/** Maximum of kinds at a time; their names can contain foreign words. */
const KINDS_MAX = 200
const OTHERS = ''

type PendingReport<T> = { last: T; count: number }

/**
 * Throttles reports to one a minute for each kind, so that nobody can fill the log. The first comes at once. The last
 * one of a minute comes at its end, with the number of `more` there were.
 */
export function createReportThrottle<T>(report: (what: T, more: number) => void) {
  const pending = new Map<string, PendingReport<T> | null>()

  function reportKind(kind: string, what: T, more: number): void {
    pending.set(kind, null)
    setTimeout(() => {
      const own = pending.get(kind)
      pending.delete(kind)
      if (own) reportKind(kind, own.last, own.count - 1)
    }, MINUTE_MS).unref()
    report(what, more)
  }

  return (kind: string, what: T): void => {
    const key = pending.has(kind) || pending.size < KINDS_MAX ? kind : OTHERS
    if (pending.has(key)) pending.set(key, { last: what, count: (pending.get(key)?.count ?? 0) + 1 })
    else reportKind(key, what, 0)
  }
}
