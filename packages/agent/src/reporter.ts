import type { Log } from './log.ts'
import { createMeter, type Measurements } from './measure/meter.ts'

const FIRST_REPORT_MS = 1_000
const DEFAULT_REPORT_S = 10
/** Bounds of the interval, in seconds, that the server may ask for. A measurement takes some milliseconds. */
const INTERVAL_MIN_S = 0.05
const INTERVAL_MAX_S = 24 * 60 * 60

/** Measures this machine at a pace: the server's, unless a command has chosen another one. */
export function createReporter(keep: (metrics: Measurements) => Promise<void>, log: Log) {
  const meter = createMeter()
  let intervalS = DEFAULT_REPORT_S
  let isSetByCommand = false
  let isMeasuring = false
  let timer: NodeJS.Timeout | undefined
  let first: NodeJS.Timeout | undefined

  const logFailure = (error: unknown) => log.say(`Could not measure: ${error instanceof Error ? error.message : error}`)

  async function measure(): Promise<void> {
    // A disk that does not answer must not be queried again and again.
    if (isMeasuring) return
    isMeasuring = true
    try {
      await keep(await meter.measure())
    } finally {
      isMeasuring = false
    }
  }

  function setPace(seconds: number): void {
    intervalS = Math.min(Math.max(seconds, INTERVAL_MIN_S), INTERVAL_MAX_S)
    clearInterval(timer)
    timer = setInterval(() => measure().catch(logFailure), intervalS * 1000)
  }

  return {
    report: (): Promise<void> => measure().catch(logFailure),
    async start(): Promise<void> {
      // The first measurement is only the base of later rates.
      await meter.measure().catch(logFailure)
      first = setTimeout(() => measure().catch(logFailure), FIRST_REPORT_MS)
      setPace(intervalS)
    },
    followServer(seconds: number): void {
      if (!isSetByCommand && seconds !== intervalS) setPace(seconds)
    },
    setReportInterval(seconds: number): void {
      isSetByCommand = true
      setPace(seconds)
    },
    intervalS: (): number => intervalS,
    stop(): void {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
