/** Signs of life for the page's watchdog (`watchdog.js`), which runs outside the program. */
type Pulse = { ticks: number; frames: number }

declare global {
  interface Window {
    displayPulse?: Pulse
  }
}

const TICK_MS = 1_000
const STILL_MAX_MS = 86_400_000

let drawnAt = performance.now()

/** Time since the last drawn frame, in ms. */
export const stillMs = (): number => Math.min(STILL_MAX_MS, Math.round(performance.now() - drawnAt))

/** Counts ticks, and requests a frame each second to check that the browser draws. */
export function startPulse(): void {
  const pulse: Pulse = { ticks: 0, frames: 0 }
  let isWaiting = false
  const onFrame = () => {
    isWaiting = false
    pulse.frames += 1
    drawnAt = performance.now()
  }
  window.displayPulse = pulse
  setInterval(() => {
    pulse.ticks += 1
    // A hidden page is not drawn.
    if (document.hidden) drawnAt = performance.now()
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(onFrame)
  }, TICK_MS)
}
