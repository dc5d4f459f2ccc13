/** Sixteen minutes, longer than any test. */
const NEVER_MS = 1_000_000

/** Intervals of a server without periodic jobs, so that all statements come from the test's calls. */
export const withoutTimers = {
  maintenanceEveryMs: NEVER_MS,
  reapEveryMs: NEVER_MS,
  presenceEveryMs: NEVER_MS,
  judgeEveryMs: NEVER_MS,
  notifyEveryMs: NEVER_MS,
  displaysCheckEveryMs: NEVER_MS,
  indexCheckEveryMs: NEVER_MS,
}
