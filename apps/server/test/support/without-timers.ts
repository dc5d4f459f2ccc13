const REST_MS = 1_000_000

/** Timer settings of a server without periodic jobs: all statements then come from the test's calls. */
export const withoutTimers = {
  maintenanceEveryMs: REST_MS,
  reapEveryMs: REST_MS,
  presenceEveryMs: REST_MS,
  judgeMs: REST_MS,
  notifyMs: REST_MS,
  displaysMs: REST_MS,
  indexLookMs: REST_MS,
}
