/** Rate limit of a frame's messages: a burst, and a rate per second. */
const BURST = 120
const PER_SECOND = 40

/** Makes a counter of a frame's messages, which returns false for one too many. `now` is in ms. */
export function createFrameMeter() {
  let left = BURST
  let last: number | null = null
  return (now: number): boolean => {
    left = Math.min(BURST, left + ((now - (last ?? now)) / 1000) * PER_SECOND)
    last = now
    left -= 1
    return left >= 0
  }
}
