/** Something that plays or is paused. */
export type Playing = {
  state: 'playing' | 'paused'
  /** Advertisements have no names. */
  kind: 'music' | 'talk' | 'advertisement'
  title: string
  /** Artist; for talk, the name of the show. */
  artist: string
  album: string
  /** The cover picture as a `data:` address; null if there is none, or it is too large. */
  cover: string | null
  /** Key by which the widget loads a cover that is too large for `cover`. */
  picture?: string | null
  /** Null if it has no end, as radio. */
  durationMs: number | null
  progressMs: number
  /** When the progress was read, in ms since 1970. */
  at: number
}

/** Data of the now-playing modules. `connect` and `reconnect` ask for the user's consent in the settings. */
export type NowPlaying = Playing | { state: 'nothing' | 'connect' | 'reconnect' }

/** The fields of the modules' form. */
export type PlayerConfig = { provider: 'spotify' | 'mpd'; host?: string; port: number; password?: string }

/** A progress this far from the expected one was moved by somebody. */
const JUMP_MIN_MS = 2500

/** Progress at a time, in ms, computed without asking the player. */
export function progressAt({ state, progressMs, durationMs, at }: Playing, now: number): number {
  const passed = state === 'playing' ? Math.max(0, now - at) : 0
  return Math.min(progressMs + passed, durationMs ?? Number.POSITIVE_INFINITY)
}

/** True if the second reading is the first one plus the passed time. */
export function isExpected(before: NowPlaying | null, after: NowPlaying): boolean {
  if (before === null || !('title' in before) || !('title' in after)) return before?.state === after.state
  const names = ['state', 'kind', 'title', 'artist', 'album', 'cover', 'picture', 'durationMs'] as const
  const jump = Math.abs(progressAt(before, after.at) - after.progressMs)
  return names.every((name) => before[name] === after[name]) && jump < JUMP_MIN_MS
}

/** '3:07', or '1:02:09' from an hour on. */
export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
