import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { type Mutant, mutantsOf } from './instrument.ts'

const SOURCE = /(?<!\.test|\.d)\.tsx?$/

/** Files whose paths begin so. */
function filesOf(files: string[]): string[] {
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))))
  return [...folders].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((file) => SOURCE.test(file) && files.some((start) => file.startsWith(start))),
  )
}

/** Numbers from 0 on that look random and are always the same for a seed (mulberry32). */
function* numbersFrom(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** So many mutants of these files; the same ones for the same seed and the same files. */
export function choose(files: string[], count: number, seed: number): Mutant[] {
  const numbers = numbersFrom(seed)
  const all = filesOf(files)
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8')))
  return all
    .map((mutant) => ({ mutant, lot: numbers.next().value as number }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}
