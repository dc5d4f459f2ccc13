import type { Cost } from './probe.ts'

/** Maximum delay of another user's call during one call; `CONCURRENT_MS` is that during twenty calls at once. */
export const ALONE_MS = 50
export const CONCURRENCY = 20
const CONCURRENT_MS = 300
/**
 * Maximum time of another person's change during one call. A change has some ten steps. Between them
 * the judge of alerts takes turns, as all rules fire. A command to the whole fleet is one transaction.
 */
const CHANGE_MS = 200
const FLEET_CHANGE_MS = 1000
const FLEET_COMMAND = 'POST /api/v1/agents/command'
const MEMORY_MB = 64
const ANSWER_BYTES = 8 * 2 ** 20
/** Streamed answers with all data of the caller. */
const STREAMED = [
  'GET /api/v1/agents.csv',
  'GET /api/v1/audit.csv',
  'GET /api/v1/dashboard/pages',
  'PATCH /api/v1/dashboard/pages/reorder',
]

/** True if a cost exceeds a bound of time or memory. */
export const isTooMuch = ({ waitMs, changeMs, memoryMb }: Cost) =>
  waitMs > ALONE_MS || changeMs > CHANGE_MS || memoryMb > MEMORY_MB

function timeAndMemoryExcess(
  name: string,
  { waitMs, changeMs, memoryMb }: Pick<Cost, 'waitMs' | 'changeMs' | 'memoryMb'>,
) {
  const changeMax = name === FLEET_COMMAND ? FLEET_CHANGE_MS : CHANGE_MS
  return [
    ...(waitMs > ALONE_MS ? [`${waitMs} ms`] : []),
    ...(changeMs > changeMax ? [`a change took ${changeMs} ms`] : []),
    ...(memoryMb > MEMORY_MB ? [`${memoryMb} MB`] : []),
  ]
}

/** Judges the costs of calls, and keeps the highest. Time and memory are judged with `isWhole` only. */
export function createBounds(isWhole: boolean) {
  const worst = { waitMs: 0, changeMs: 0, memoryMb: 0, bytes: 0, atOnceMs: 0 }

  return {
    /** Bounds of a call alone that its cost exceeds. */
    excessAlone(name: string, { statuses, bytes, waitMs, changeMs, memoryMb }: Cost): string[] {
      const isStreamed = STREAMED.includes(name)
      worst.waitMs = Math.max(worst.waitMs, waitMs)
      worst.changeMs = Math.max(worst.changeMs, changeMs)
      worst.memoryMb = Math.max(worst.memoryMb, memoryMb)
      if (!isStreamed) worst.bytes = Math.max(worst.bytes, bytes)
      return [
        // 502 means that an upstream is away.
        ...statuses.filter((status) => status >= 500 && status !== 502).map(String),
        ...(bytes > ANSWER_BYTES && !isStreamed ? [`${bytes} bytes`] : []),
        ...(isWhole ? timeAndMemoryExcess(name, { waitMs, changeMs, memoryMb }) : []),
      ]
    },

    /** A limit may refuse twenty calls of one member at once, and not those of twenty administrators. */
    excessAtOnce(isByOneUser: boolean, { statuses, waitMs }: Cost): string[] {
      worst.atOnceMs = Math.max(worst.atOnceMs, waitMs)
      return [
        ...(waitMs > CONCURRENT_MS ? [`${CONCURRENCY} at once: ${waitMs} ms`] : []),
        ...(isByOneUser ? [] : statuses.filter((status) => status === 429).map(String)),
      ]
    },

    /** Row of docs/reliability.md. */
    report(calls: number) {
      const { waitMs, changeMs, memoryMb, bytes, atOnceMs } = worst
      const times = [waitMs, atOnceMs, changeMs].map((ms) => `${Math.round(ms)} ms`).join(', ')
      return {
        fault: 'Every call in a house as full as the product permits, as a member and as an administrator',
        expected: `Nobody waits more than ${ALONE_MS} ms for one, ${CONCURRENT_MS} ms for ${CONCURRENCY} at once, ${CHANGE_MS} ms for a change of one's own meanwhile (${FLEET_CHANGE_MS} ms during a command to the whole fleet); ${MEMORY_MB} MB, answers of 8 MB at most`,
        measured: `${calls} calls; ${times}, ${Math.round(memoryMb)} MB, ${(bytes / 2 ** 20).toFixed(1)} MB`,
      }
    },
  }
}
