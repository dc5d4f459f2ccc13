import path from 'node:path'
import type { Mutant } from './instrument.ts'
import type { Reach, Tests } from './tests.ts'

/** Tests of so many seconds are asked, the nearest first: what only farther ones would notice counts as not noticed. */
const ASKED_SECONDS = 30
/** So many are asked at once at first; most mutants end there. */
const NEAR = 4
/** Nobody waits longer for one mutant than so often its tests' own time, and this for the start. */
const PATIENCE = 4
const START_MS = 40_000

type Outcome = 'noticed' | 'hangs' | 'survived' | 'not reached'
export type Verdict = { mutant: Mutant; outcome: Outcome; by: string | null; tests: number }

/** How likely a test is about a file: it has the file's name, or is in the room of the same name (`sessions`). */
function nearness(file: string, test: string): number {
  const rooms = path.dirname(file).split('/')
  const name = path.basename(file).split('.')[0] ?? ''
  return (
    (rooms.some((room) => test.includes(`/test/${room}/`)) ? 1 : 0) + (path.basename(test).startsWith(name) ? 2 : 0)
  )
}

/** The tests that reach a mutant, the nearest first: by name, and then by how much of the mutant's file they reach. */
function nearest(number: number, { file }: Mutant, mutants: Map<number, Mutant>, reach: Reach): string[] {
  const secondsOf = (test: string) => reach.seconds.get(test) ?? 0
  const sameFile = [...mutants]
    .filter(([, other]) => other.file === file)
    .map(([other]) => reach.files.get(other) ?? [])
  const reached = (test: string) => sameFile.filter((tests) => tests.includes(test)).length
  const rank = (test: string) => nearness(file, test) * sameFile.length + reached(test)
  const order = (reach.files.get(number) ?? []).toSorted((a, b) => rank(b) - rank(a) || secondsOf(a) - secondsOf(b))
  const before = (n: number) => order.slice(0, n).reduce((sum, test) => sum + secondsOf(test), 0)
  return order.filter((_, n) => n < NEAR || before(n) < ASKED_SECONDS)
}

/** Asks the tests that reach a mutant whether they notice it. */
export async function judge(
  number: number,
  mutants: Map<number, Mutant>,
  reach: Reach,
  tests: Tests,
): Promise<Verdict> {
  const mutant = mutants.get(number)
  if (!mutant) throw new Error(`No mutant has the number ${number}`)
  const asked = nearest(number, mutant, mutants, reach)
  if (asked.length === 0) return { mutant, outcome: 'not reached', by: null, tests: 0 }
  for (const files of [asked.slice(0, NEAR), asked.slice(NEAR)]) {
    if (files.length === 0) continue
    const seconds = files.reduce((sum, test) => sum + (reach.seconds.get(test) ?? 0), 0)
    const answer = await tests.run({ files, env: { MUTANT: String(number) } }, START_MS + seconds * 1000 * PATIENCE)
    if (!answer) return { mutant, outcome: 'hangs', by: null, tests: asked.length }
    if (answer.isGreen && answer.results.length < files.length) throw new Error(`Not all were run: ${files}`)
    const failed = answer.results.find((one) => one.failed !== null)
    const by = failed ? `${path.basename(failed.file)}: ${failed.failed}` : null
    if (!answer.isGreen) return { mutant, outcome: 'noticed', by, tests: asked.length }
  }
  return { mutant, outcome: 'survived', by: null, tests: asked.length }
}
