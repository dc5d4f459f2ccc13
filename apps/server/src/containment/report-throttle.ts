const MINUTE_MS = 60_000
/** Maximum of kinds at a time: strangers can cause reports of ever new kinds. */
const KINDS_MAX = 200
/** Kind under which all further ones are counted together. */
const OTHERS = ''

/** Last report of a kind within the present minute, and the number of reports in it, apart from the first. */
type PendingReport<T> = { last: T; count: number }

/**
 * Throttles reports to one a minute for each kind, so that nobody can fill the log. The first is reported at once. The
 * last one of a minute is reported at its end. `more` is the number of reports left out before it.
 */
export function createReportThrottle<T>(report: (what: T, more: number) => void) {
  const pending = new Map<string, PendingReport<T> | null>()

  function reportKind(kind: string, what: T, more: number): void {
    pending.set(kind, null)
    setTimeout(() => {
      const leftOut = pending.get(kind)
      pending.delete(kind)
      if (leftOut) reportKind(kind, leftOut.last, leftOut.count - 1)
    }, MINUTE_MS).unref()
    report(what, more)
  }

  return (kind: string, what: T): void => {
    const key = pending.has(kind) || pending.size < KINDS_MAX ? kind : OTHERS
    if (pending.has(key)) pending.set(key, { last: what, count: (pending.get(key)?.count ?? 0) + 1 })
    else reportKind(key, what, 0)
  }
}
