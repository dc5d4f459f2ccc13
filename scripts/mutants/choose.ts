import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { keyOf, type Mutant, mutantsOf } from './instrument.ts'

const SOURCE = /^(?!.*\/testing\/).*(?<!\.test|\.d)\.tsx?$/
/** Largest share of one kind: objects have more members than rules have conditions. */
const SHARE_OF_KIND_MAX = 0.25

/** Source files whose paths begin with one of these. */
function filesOf(prefixes: string[]): string[] {
  const folders = new Set(prefixes.map((prefix) => prefix.slice(0, prefix.lastIndexOf('/'))))
  return [...folders].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
      .filter((file) => SOURCE.test(file) && prefixes.some((prefix) => file.startsWith(prefix))),
  )
}

/** Random sample of these files' mutants, the same for each seed. A change elsewhere does not change the choice. */
export function choose(files: string[], count: number, seed: number): Mutant[] {
  const hashOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex')
  const shuffled = filesOf(files)
    .flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8')))
    .map((mutant) => ({ mutant, hash: hashOf(mutant) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ mutant }) => mutant)
  const byKind = Map.groupBy(shuffled, ({ kind }) => kind.split(',')[0])
  const chosen = new Set(
    [...byKind.values()].flatMap((ofKind) => ofKind.slice(0, Math.ceil(count * SHARE_OF_KIND_MAX))),
  )
  return shuffled.filter((mutant) => chosen.has(mutant)).slice(0, count)
}
