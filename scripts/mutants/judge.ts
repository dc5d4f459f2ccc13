import path from 'node:path'
import type { Mutant } from './instrument.ts'
import { type Reach, runWith } from './tests.ts'

/** Nobody waits longer for one mutant, so often its tests' own time, and this for the start. */
const PATIENCE = 4
const START_MS = 40_000
/** So many of the nearest tests are asked first; most mutants end there. */
const NEAR = 6

type Outcome = 'noticed' | 'hangs' | 'survived' | 'not reached'
export type Verdict = { mutant: Mutant; outcome: Outcome; by: string | null; tests: number }

/** How likely a test is about a file: it has the file's name, or is in the room of the same name (`sessions`). */
function nearness(file: string, test: string): number {
  const room = path.basename(path.dirname(file))
  const name = path.basename(file).split('.')[0] ?? ''
  return (test.includes(`/${room}/`) ? 1 : 0) + (path.basename(test).startsWith(name) ? 2 : 0)
}

/** Asks the tests that reach a mutant whether they notice it: the nearest and shortest first, then all others. */
export async function judge(
  folder: string,
  project: string,
  number: number,
  mutant: Mutant,
  reach: Reach,
): Promise<Verdict> {
  const tests = reach.files.get(number) ?? []
  if (tests.length === 0) return { mutant, outcome: 'not reached', by: null, tests: 0 }
  const secondsOf = (test: string) => reach.seconds.get(test) ?? 0
  const order = tests.toSorted(
    (a, b) => nearness(mutant.file, b) - nearness(mutant.file, a) || secondsOf(a) - secondsOf(b),
  )
  for (const files of [order.slice(0, NEAR), order.slice(NEAR)]) {
    if (files.length === 0) continue
    const seconds = files.reduce((sum, test) => sum + secondsOf(test), 0)
    const limitMs = START_MS + seconds * 1000 * PATIENCE
    const { isGreen, isTimedOut, failed } = await runWith(number, { folder, project, files, limitMs })
    if (isTimedOut) return { mutant, outcome: 'hangs', by: null, tests: tests.length }
    if (!isGreen) return { mutant, outcome: 'noticed', by: failed, tests: tests.length }
  }
  return { mutant, outcome: 'survived', by: null, tests: tests.length }
}
