/** Bounds of the events that are kept for replay. */
const HISTORY_MAX = 1000
const HISTORY_MAX_BYTES = 8 * 1024 * 1024

/** The newest events, for streams that come back. */
export function createHistory<T extends { id: string; bytes: number }>() {
  const entries: T[] = []
  let totalBytes = 0

  return {
    keep(entry: T): void {
      totalBytes += entry.bytes
      entries.push(entry)
      while (entries.length > HISTORY_MAX || totalBytes > HISTORY_MAX_BYTES) totalBytes -= entries.shift()?.bytes ?? 0
    },

    /** Events after this one; null if it is not kept. */
    after(id: string): T[] | null {
      const index = entries.findIndex((entry) => entry.id === id)
      return index === -1 ? null : entries.slice(index + 1)
    },

    clear(): void {
      entries.length = 0
      totalBytes = 0
    },
  }
}
