const REST_MS = 1_000_000

/** Times of a server that does nothing by itself, so that all statements are those of what is asked. */
export const resting = {
  maintenanceMs: REST_MS,
  reapMs: REST_MS,
  presenceMs: REST_MS,
  judgeMs: REST_MS,
  notifyMs: REST_MS,
  displaysMs: REST_MS,
}
