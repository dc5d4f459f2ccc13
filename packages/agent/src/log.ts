const KEPT_LINES = 100
const LINE_MAX = 1000
/** Log lines a minute: messages of a server must not fill the disk. */
const LINES_A_MINUTE = 100
const MINUTE_MS = 60_000
const SECRET = /(?:ag|at)_[0-9a-f-]+_[A-Za-z0-9_-]+/g

/**
 * The agent's own log: lines go to `write`, a hundred a minute; the last hundred are kept for `diagnose`. Tokens are
 * cut out, long texts cut off, and nothing in them moves a terminal's cursor.
 */
export function createLog(write: (line: string) => void, now: () => number = Date.now) {
  const kept: string[] = []
  let minute = 0
  let lines = 0

  function append(text: string): void {
    const line = `${new Date(now()).toISOString()} ${text}`
    kept.push(line)
    if (kept.length > KEPT_LINES) kept.shift()
    write(line)
  }

  return {
    say(text: string): void {
      const present = Math.floor(now() / MINUTE_MS)
      if (present !== minute) lines = 0
      minute = present
      if (lines++ === LINES_A_MINUTE) append('More than that is not logged in this minute')
      if (lines > LINES_A_MINUTE) return
      const plain = text
        .slice(0, LINE_MAX)
        .replace(SECRET, 'ag_…')
        .replace(/\p{Cc}+/gu, ' ')
      append(plain)
    },
    lines: (): string[] => [...kept],
  }
}
export type Log = ReturnType<typeof createLog>
