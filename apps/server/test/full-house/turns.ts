const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Watches the turns of this thread's event loop. What arrives in one is answered in the next at the earliest, so others
 * wait for two in a row. In processor time, which other programs of the machine take nothing of.
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
    /** The longest that anybody had to wait. */
    end(): number {
      isWatched = false
      turn()
      return longestMs
    },
  }
}
