/** What is kept of the clock, in ms: its own time, what the wall said then, and for how long still nothing is judged. */
export type KeptClock = { ms: number; wall: number; graceMs: number }

export const clockSettings = {
  /** Between two looks there is never more time, unless the server was away or the clock was set. */
  judgeGapMs: 60_000,
  /** After that agents get the time to come back. */
  judgeGraceMs: 150_000,
}

/** Where nobody ever looked. Of a new installation without agents nobody has to come back. */
export const newClock = (wall: number, hasAgents: boolean, { judgeGraceMs }: typeof clockSettings): KeptClock => ({
  ...{ ms: 0, wall, graceMs: hasAgents ? judgeGraceMs : 0 },
})

/**
 * The judge's own clock, which counts only time in which it watched: a server that was away, a clock that was set and a
 * night that has an hour more or less make nothing older than it was seen to be. After each of them a grace passes first,
 * in which it stands still.
 */
export function advanced(kept: KeptClock, wall: number, { judgeGapMs, judgeGraceMs }: typeof clockSettings): KeptClock {
  const passed = wall - kept.wall
  if (Math.abs(passed) > judgeGapMs) return { ms: kept.ms, wall, graceMs: judgeGraceMs }
  // A clock that is put right little by little may go back by as little.
  const counted = Math.max(0, passed)
  const ofGrace = Math.min(counted, kept.graceMs)
  return { ms: kept.ms + counted - ofGrace, wall, graceMs: kept.graceMs - ofGrace }
}
