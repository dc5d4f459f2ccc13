import { pause, type Tools } from '@atalaya/module-sdk/server'
import { isExpected, type NowPlaying, progressAt } from './now-playing.ts'
import { createSpotifyReader } from './spotify.ts'

const PLAYING_POLL_MS = 5_000
const RESTING_POLL_MS = 15_000
/** Shortly after a song has ended the next one is known. */
const AFTER_END_MS = 700
const POLL_MIN_MS = 1_000
/** Interval at which an unchanged state is emitted again, so that it does not count as stale. */
const REPEAT_EVERY_MS = 60_000

/** Wait before the next poll: short during a song and at its end, long while nothing plays. */
export function nextPollMs(seen: NowPlaying, now: number): number {
  if (seen.state !== 'playing') return RESTING_POLL_MS
  const leftMs = seen.durationMs === null ? PLAYING_POLL_MS : seen.durationMs - progressAt(seen, now) + AFTER_END_MS
  return Math.max(POLL_MIN_MS, Math.min(PLAYING_POLL_MS, leftMs))
}

/** Follows the player of a Spotify account; emits only unexpected changes. */
export async function followSpotify(tools: Tools, emit: (data: NowPlaying) => void): Promise<void> {
  const read = createSpotifyReader(tools, Date.now)
  let emitted: NowPlaying | null = null
  let emittedAt = Number.NEGATIVE_INFINITY
  while (!tools.signal.aborted) {
    const seen = await read()
    const now = Date.now()
    // Not by the time of day: a clock that is set back would delay the next repeat.
    if (!isExpected(emitted, seen) || performance.now() - emittedAt > REPEAT_EVERY_MS) {
      emitted = seen
      emittedAt = performance.now()
      emit(seen)
    }
    await pause(nextPollMs(seen, now), tools.signal)
  }
}
