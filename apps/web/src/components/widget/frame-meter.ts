/** A frame may say this much at once, and this much a second for long. */
const BURST = 120
const PER_SECOND = 40

/** Counts what a frame says. Answers whether one more is still bearable; `now` in ms. */
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
