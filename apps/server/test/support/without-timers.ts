const REST_MS = 1_000_000

/** Timer settings of a server without periodic jobs: all statements then come from the test's calls. */
export const withoutTimers = {
  maintenanceEveryMs: REST_MS,
  reapEveryMs: REST_MS,
  presenceEveryMs: REST_MS,
  judgeEveryMs: REST_MS,
  notifyEveryMs: REST_MS,
  displaysCheckEveryMs: REST_MS,
  indexCheckEveryMs: REST_MS,
}
