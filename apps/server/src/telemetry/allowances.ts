type Settings = {
  /** Bytes that one agent may store at once: what piled up during an outage. */
  agentBurstBytes: number
  /** And from then on, each second. */
  agentBytesPerSecond: number
}

/** How much each agent may store, so that one with a stolen token fills no disk and delays no other. `now` is in ms. */
export function createAllowances({ agentBurstBytes, agentBytesPerSecond }: Settings, now: () => number) {
  // In the order of the last use, so that those who owe nothing any more are found at the front.
  const used = new Map<string, { bytes: number; at: number }>()

  function usedNow(agentId: string): number {
    const known = used.get(agentId)
    if (!known) return 0
    // A clock that was put back gives nothing, and takes nothing.
    const elapsedMs = Math.max(0, now() - known.at)
    return Math.max(0, known.bytes - (elapsedMs / 1000) * agentBytesPerSecond)
  }
  const waitAfter = (bytes: number) => Math.max(0, ((bytes - agentBurstBytes) / agentBytesPerSecond) * 1000)

  function forgetSettled(): void {
    for (const agentId of used.keys()) {
      if (usedNow(agentId) > 0) return
      used.delete(agentId)
    }
  }

  return {
    /** For how many ms the agent has to wait before it may send more. */
    waitMs: (agentId: string): number => waitAfter(usedNow(agentId)),

    /** Counts what it sent, allowed or not; answers like `waitMs`. */
    spend(agentId: string, sent: number): number {
      const bytes = usedNow(agentId) + sent
      used.delete(agentId)
      used.set(agentId, { bytes, at: now() })
      forgetSettled()
      return waitAfter(bytes)
    },
    size: (): number => used.size,
  }
}
