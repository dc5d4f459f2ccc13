const KEPT_LINES = 100
const SECRET = /at_[0-9a-f-]{36}_[A-Za-z0-9_-]+/g

/** The agent's own log: every line goes to `write`, the last hundred are kept for `diagnose`. Tokens are cut out. */
export function createLog(write: (line: string) => void, now: () => number = Date.now) {
  const kept: string[] = []
  return {
    say(text: string): void {
      const line = `${new Date(now()).toISOString()} ${text.replace(SECRET, 'at_…')}`
      kept.push(line)
      if (kept.length > KEPT_LINES) kept.shift()
      write(line)
    },
    lines: (): string[] => [...kept],
  }
}
export type Log = ReturnType<typeof createLog>
