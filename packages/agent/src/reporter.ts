import type { Log } from './log.ts'
import { createMeter, type Measured } from './measure/meter.ts'

const FIRST_REPORT_MS = 1_000
const DEFAULT_REPORT_S = 10

/** Measures this machine at a pace: the server's, unless a command has chosen another one. */
export function createReporter(keep: (metrics: Measured) => void, log: Log) {
  const meter = createMeter()
  let everyS = DEFAULT_REPORT_S
  let isChosen = false
  let timer: NodeJS.Timeout | undefined
  let first: NodeJS.Timeout | undefined

  async function report(): Promise<void> {
    try {
      keep(await meter.measure())
    } catch (error) {
      log.say(`Could not measure: ${error instanceof Error ? error.message : error}`)
    }
  }

  function setPace(seconds: number): void {
    everyS = seconds
    clearInterval(timer)
    timer = setInterval(report, everyS * 1000)
  }

  return {
    report,
    async start(): Promise<void> {
      // The first measurement is only what later ones are compared with.
      await meter.measure()
      first = setTimeout(report, FIRST_REPORT_MS)
      setPace(everyS)
    },
    follow(seconds: number): void {
      if (!isChosen && seconds !== everyS) setPace(seconds)
    },
    choose(seconds: number): void {
      isChosen = true
      setPace(seconds)
    },
    everyS: (): number => everyS,
    stop(): void {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
