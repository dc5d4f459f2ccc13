import fc from 'fast-check'
import { UNITS } from './corpus.ts'

/** Foreign bytes block the event loop for no longer than this. */
export const BLOCKED_MAX_MS = 50
/** Maximum growth of the work when the input grows four times. */
const GROWTH_MAX = 8
/** Factor between the sizes of two inputs that are compared. */
const SIZE_FACTOR = 4
/** Minimum time to compare; shorter times are too inexact. */
const FLOOR_MS = 3
const SMALLEST_BYTES = 256
const TRIES = 5

/** All pumps grow up to this size; only the slowest of them grow to the maximum. */
const TRIED_BYTES = 32 * 1024
const SLOWEST = 3

type Work = (input: Buffer) => unknown
/** A text that grows in one place: the text before, the repeated unit, the text after. */
export type Pump = readonly [before: string | Buffer, unit: string, after: string | Buffer]
type Measured = { work: Work; maxBytes: number; blockedMaxMs: number }

/** Processor time of this thread in ms: in total, and the longest in one turn of the event loop. */
type Spent = { allMs: number; blockedMs: number }

/** Time of this thread's processor, so that a busy machine changes little. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function measureOnce(work: Work, input: Buffer): Promise<Spent> {
  const before = processorMs()
  let turnAt = before
  let blockedMs = 0
  const recordTurn = () => {
    blockedMs = Math.max(blockedMs, processorMs() - turnAt)
    turnAt = processorMs()
  }
  const takeTurn = () => {
    recordTurn()
    turn = setImmediate(takeTurn)
  }
  let turn = setImmediate(takeTurn)
  await work(input)
  clearImmediate(turn)
  recordTurn()
  return { allMs: processorMs() - before, blockedMs }
}

/** Minimum of several tries: other work can only make a try longer. */
async function measureMinimum(work: Work, input: Buffer): Promise<Spent> {
  const all: Spent[] = []
  for (let n = 0; n < TRIES; n++) all.push(await measureOnce(work, input))
  return {
    allMs: Math.min(...all.map(({ allMs }) => allMs)),
    blockedMs: Math.min(...all.map(({ blockedMs }) => blockedMs)),
  }
}

const excerpt = (part: string | Buffer) => JSON.stringify(part.toString().slice(0, 200))
const describePump = ([before, unit, after]: Pump) => `${excerpt(before)} + many ${excerpt(unit)} + ${excerpt(after)}`

/** Input of a pump, about `bytes` long. */
export function inputOf([before, unit, after]: Pump, bytes: number): Buffer {
  const [start, end] = [Buffer.from(before as string), Buffer.from(after as string)]
  const times = Math.max(1, Math.floor((bytes - start.length - end.length) / Buffer.byteLength(unit)))
  return Buffer.concat([start, Buffer.from(unit.repeat(times)), end])
}

/**
 * Measures from small to large, so that fast growth is found before it takes minutes. Returns the time of the largest.
 *
 * @throws Error if the time grows too fast, or the input blocks the event loop
 */
async function measureSteps({ work, blockedMaxMs }: Measured, pump: Pump, from: number, to: number): Promise<number> {
  let smallerMs = Number.POSITIVE_INFINITY
  let smallerBytes = from
  for (let bytes = from; ; bytes = Math.min(to, bytes * SIZE_FACTOR)) {
    const input = inputOf(pump, bytes)
    let spent = await measureOnce(work, input)
    const growsFast = () => spent.allMs > GROWTH_MAX * Math.max(smallerMs, FLOOR_MS)
    if (growsFast() || spent.blockedMs > blockedMaxMs) {
      spent = await measureMinimum(work, input)
      if (smallerMs < Number.POSITIVE_INFINITY)
        smallerMs = (await measureMinimum(work, inputOf(pump, smallerBytes))).allMs
    }
    const { allMs, blockedMs } = spent
    const text = describePump(pump)
    const times = `${allMs.toFixed(1)} ms for ${bytes} bytes, ${smallerMs.toFixed(1)} ms for ${smallerBytes}: ${text}`
    if (growsFast()) throw new Error(`grows too fast: ${times}`)
    if (blockedMs > blockedMaxMs) throw new Error(`holds the event loop for ${blockedMs.toFixed(1)} ms: ${times}`)
    if (bytes === to) return allMs
    smallerMs = allMs
    smallerBytes = bytes
  }
}

/** Seeds as pumps: each grows at a random place. */
const pumps = (seeds: readonly Buffer[]): fc.Arbitrary<Pump> =>
  fc
    .tuple(fc.constantFrom(...seeds), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...UNITS))
    .map(([seed, at, unit]) => {
      const place = Math.round(seed.length * at)
      return [seed.subarray(0, place), unit, seed.subarray(place)]
    })

/**
 * Makes seeds long in `runs` places, each by repeating one unit. `known` pumps did harm once. Returns the longest time
 * of the largest inputs, in ms.
 *
 * @throws Error if one takes too long, or grows faster than it should
 */
export async function measureGrowth(
  measured: Measured,
  { seeds, known, runs, seed }: { seeds: readonly Buffer[]; known: readonly Pump[]; runs: number; seed: number },
): Promise<number> {
  const { work, maxBytes } = measured
  // Warm-up: compiled code is faster.
  for (const seed of seeds) await measureMinimum(work, seed)
  const tried: { pump: Pump; took: number }[] = []
  const small = Math.min(TRIED_BYTES, maxBytes)
  for (const pump of [...known, ...fc.sample(pumps(seeds), { numRuns: runs, seed })]) {
    tried.push({ pump, took: await measureSteps(measured, pump, SMALLEST_BYTES, small) })
  }
  const slowest = tried.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST)
  let longestMs = 0
  for (const { pump } of slowest) longestMs = Math.max(longestMs, await measureSteps(measured, pump, small, maxBytes))
  return longestMs
}
