// `npm run display:soak`: a week of a display in real time, or `SOAK_HOURS`, with a report that is written as it goes.
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { soakDisplay } from './display-soak.ts'
import { MISSED } from './results.ts'
import { endsOf, GROWTH_MAX, HEAD, lineOf } from './soak-report.ts'

const WEEK_HOURS = 7 * 24
/** Minimum of rows, also for a run of less than ten hours. */
const ROWS_MIN = 10

const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())

/** @throws Error for a text that is no number of hours. */
function readHours(): number {
  const text = process.env.SOAK_HOURS ?? String(WEEK_HOURS)
  const hours = Number(text)
  if (hours > 0 && hours < Number.POSITIVE_INFINITY) return hours
  throw new Error(`SOAK_HOURS is a number of hours, such as 24 or 0.5, not ${text}`)
}

async function soak(): Promise<void> {
  const hours = readHours()
  const everyHours = Math.min(1, hours / ROWS_MIN)
  const file = path.resolve(`display-soak-${new Date().toISOString().replace(/[:.]/g, '-')}.csv`)
  writeFileSync(file, `${HEAD}\n`, { flag: 'wx' })
  console.log(`For ${hours} hours, or until Ctrl+C. The report: ${file}\n${HEAD}`)
  const rows = await soakDisplay({
    hours,
    everyHours,
    rate: 1,
    signal: ended.signal,
    onRow(row) {
      appendFileSync(file, `${lineOf(row)}\n`)
      console.log(lineOf(row))
    },
  })
  const { first, last, reloads } = endsOf(rows)
  const growth = last.heap / first.heap
  console.log(`Heap: ${((growth - 1) * 100).toFixed(1)} % more at the end than at first; reloads: ${reloads}`)
  if (growth > GROWTH_MAX || reloads > 0) process.exitCode = MISSED
}

await soak().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
