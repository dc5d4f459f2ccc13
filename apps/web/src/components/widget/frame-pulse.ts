const START_WITHIN_MS = 15_000
const PING_EVERY_MS = 5000
/** Error of a frame whose page did not load, or hangs from the start. */
export const NOT_STARTED = 'This module did not start.'
/** Maximum pings without an answer. */
const MISSED_MAX = 2

/** Notices a frame that never starts or stops answering, such as in an endless loop. `ping` asks it for an answer. */
export function createPulse(ping: () => void, onSilence: (message: string) => void) {
  let missed = 0
  let pingTimer: ReturnType<typeof setInterval> | undefined
  const startTimer = setTimeout(() => onSilence(NOT_STARTED), START_WITHIN_MS)

  function stop() {
    clearTimeout(startTimer)
    clearInterval(pingTimer)
  }

  return {
    recordStart() {
      clearTimeout(startTimer)
      pingTimer ??= setInterval(() => {
        // Browsers throttle hidden pages, so silence means nothing then.
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
      }, PING_EVERY_MS)
    },
    recordPong() {
      missed = 0
    },
    stop,
  }
}
