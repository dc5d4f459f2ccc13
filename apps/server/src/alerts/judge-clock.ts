/**
 * Stored state of the judge's clock, in ms: its own time, the wall time then, and the grace left during which nothing
 * is judged.
 */
export type StoredClock = { ms: number; wall: number; graceMs: number }

/** Interval at which all rules are judged. */
export const JUDGE_EVERY_MS = 10_000

export const clockSettings = {
  /** Maximum time between two evaluations. A longer one means that the server was away, or that the clock was set. */
  judgeGapMs: 60_000,
  /** Grace after such a gap, in which agents can reconnect. */
  judgeGraceMs: 150_000,
}

/** Clock before the first evaluation. A new installation without agents needs no grace. */
export const newClock = (wall: number, hasAgents: boolean, { judgeGraceMs }: typeof clockSettings): StoredClock => ({
  ms: 0,
  wall,
  graceMs: hasAgents ? judgeGraceMs : 0,
})

/**
 * Advances the judge's clock, which counts only time in which the server watched. An absence, a changed clock or a
 * change to summer time makes no fault look older than observed. After each such gap the clock stands still for a
 * grace.
 */
export function advanceClock(
  stored: StoredClock,
  wall: number,
  { judgeGapMs, judgeGraceMs }: typeof clockSettings,
): StoredClock {
  const passed = wall - stored.wall
  if (Math.abs(passed) > judgeGapMs) return { ms: stored.ms, wall, graceMs: judgeGraceMs }
  // A clock corrected in small steps may go back a little.
  const counted = Math.max(0, passed)
  const graceUsed = Math.min(counted, stored.graceMs)
  return { ms: stored.ms + counted - graceUsed, wall, graceMs: stored.graceMs - graceUsed }
}
