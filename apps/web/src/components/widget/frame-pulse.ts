const START_MS = 15_000
const BEAT_MS = 5000
/** What is said of a frame whose page did not come, or does nothing. */
export const NOT_STARTED = 'This module did not start.'
/** Beats that may stay without an answer. */
const MISSED_MAX = 2

/** Notices a frame that never starts or has stopped answering: an endless loop, say. `ping` asks it for a beat. */
export function createPulse(ping: () => void, onSilence: (message: string) => void) {
  let missed = 0
  let beating: ReturnType<typeof setInterval> | undefined
  const starting = setTimeout(() => onSilence(NOT_STARTED), START_MS)

  function stop() {
    clearTimeout(starting)
    clearInterval(beating)
  }

  return {
    started() {
      clearTimeout(starting)
      beating ??= setInterval(() => {
        // Browsers slow down what is out of sight; silence means nothing then.
        if (document.hidden) {
          missed = 0
          return
        }
        if (missed >= MISSED_MAX) {
          stop()
          onSilence('This module does not answer and was stopped.')
          return
        }
        missed += 1
        ping()
      }, BEAT_MS)
    },
    beat() {
      missed = 0
    },
    stop,
  }
}
