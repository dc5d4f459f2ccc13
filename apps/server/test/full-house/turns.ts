const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Watches the turns of this thread's event loop. A request that arrives during a turn is answered in the next one. So
 * it waits for two in a row. Measured in processor time, which other programs do not change.
 */
export function watchTurns() {
  let isWatched = true
  let began = processorMs()
  let before = 0
  let longestMs = 0

  function turn(): void {
    const now = processorMs()
    const took = now - began
    longestMs = Math.max(longestMs, before + took)
    before = took
    began = now
    if (isWatched) setImmediate(turn)
  }
  setImmediate(turn)

  return {
    /** Stops watching. Returns the longest wait of others. */
    end(): number {
      isWatched = false
      turn()
      return longestMs
    },
  }
}
