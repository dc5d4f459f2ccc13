/** Maximum of full allowances that are forgotten at once; each use adds one at most. */
const FORGOTTEN_MAX = 100

type Settings = {
  /** Bytes that may be stored at once, for the backlog of an outage. */
  burstBytes: number
  /** Refill each second. */
  bytesPerSecond: number
}

/**
 * Storage allowance of each agent, or of each account. A stolen token can therefore neither fill the disk nor delay
 * other agents. `now` is in ms.
 */
export function createAllowances({ burstBytes, bytesPerSecond }: Settings, now: () => number) {
  // Used bytes at a time (ms), in the order of the last use: ids whose allowance is full again are at the front.
  const usageById = new Map<string, { bytes: number; at: number }>()

  function usedNow(id: string): number {
    const known = usageById.get(id)
    if (!known) return 0
    // A clock that was set back changes nothing.
    const elapsedMs = Math.max(0, now() - known.at)
    return Math.max(0, known.bytes - (elapsedMs / 1000) * bytesPerSecond)
  }
  const refillMs = (bytes: number) => Math.max(0, ((bytes - burstBytes) / bytesPerSecond) * 1000)

  function forgetRefilled(): void {
    for (let count = 0; count < FORGOTTEN_MAX; count += 1) {
      const [oldest] = usageById.keys()
      if (oldest === undefined || usedNow(oldest) > 0) return
      usageById.delete(oldest)
    }
  }

  return {
    /** Time in ms until the agent may send more. */
    waitMs: (id: string): number => refillMs(usedNow(id)),

    /** Counts sent bytes, even beyond the allowance. Returns the same as `waitMs`. */
    spend(id: string, sent: number): number {
      const bytes = usedNow(id) + sent
      usageById.delete(id)
      usageById.set(id, { bytes, at: now() })
      forgetRefilled()
      return refillMs(bytes)
    },
    size: (): number => usageById.size,
  }
}
