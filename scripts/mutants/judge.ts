import path from 'node:path'
import type { Mutant } from './instrument.ts'
import type { Coverage, Tests } from './tests.ts'

/** Maximum time of the other tests that run for a mutant. Those of its place always run. */
const OTHERS_SECONDS = 15
/** Number of tests in the first round; most mutants end there. */
const FIRST_BATCH = 3
/** Timeout of a mutant: this multiple of its tests' own time, and a constant for the start. */
const TIMEOUT_FACTOR = 4
const START_TIMEOUT_MS = 40_000

type Outcome = 'noticed' | 'hangs' | 'survived' | 'not reached'
export type Verdict = { mutant: Mutant; outcome: Outcome; by: string | null }

/** A mutant, its number in the copy, and the tests of its place (beginnings of their paths). */
export type Task = { number: number; mutant: Mutant; placeTests: string[] }

/** Tests that reach a mutant: those of its place, beginning with those that reach most of its file; then others. */
function testBatches(
  { number, mutant, placeTests }: Task,
  numbered: Map<number, Mutant>,
  coverage: Coverage,
): string[][] {
  const sameFile = [...numbered]
    .filter(([, { file }]) => file === mutant.file)
    .map(([n]) => coverage.files.get(n) ?? [])
  const reached = (test: string) => sameFile.filter((tests) => tests.includes(test)).length
  const isOfPlace = (test: string) => placeTests.some((start) => test.startsWith(start))
  const all = coverage.files.get(number) ?? []
  const testsOfPlace = all.filter(isOfPlace).toSorted((a, b) => reached(b) - reached(a))
  const secondsOf = (test: string) => coverage.seconds.get(test) ?? 0
  let seconds = 0
  const others = all
    .filter((test) => !isOfPlace(test))
    .toSorted((a, b) => secondsOf(a) - secondsOf(b))
    .filter((test) => {
      seconds += secondsOf(test)
      return seconds < OTHERS_SECONDS
    })
  const batches = [testsOfPlace.slice(0, FIRST_BATCH), testsOfPlace.slice(FIRST_BATCH), others]
  return batches.filter((files) => files.length > 0)
}

/** Runs the tests that reach a mutant, until one fails. */
export async function judge(
  task: Task,
  numbered: Map<number, Mutant>,
  coverage: Coverage,
  tests: Tests,
): Promise<Verdict> {
  const { number, mutant } = task
  const batches = testBatches(task, numbered, coverage)
  const verdict = (outcome: Outcome, by: string | null = null): Verdict => ({ mutant, outcome, by })
  if (batches.length === 0) return verdict('not reached')
  for (const files of batches) {
    const seconds = files.reduce((sum, test) => sum + (coverage.seconds.get(test) ?? 0), 0)
    const run = await tests.run(
      { files, env: { MUTANT: String(number) } },
      START_TIMEOUT_MS + seconds * 1000 * TIMEOUT_FACTOR,
    )
    if (!run) return verdict('hangs')
    if (run.isGreen && run.results.length < files.length) throw new Error(`Not all were run: ${files}`)
    const failed = run.results.find((result) => result.failedTest !== null)
    if (!run.isGreen) return verdict('noticed', failed ? `${path.basename(failed.file)}: ${failed.failedTest}` : null)
  }
  return verdict('survived')
}
