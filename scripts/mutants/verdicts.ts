import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { accepted } from './accepted.ts'
import type { Mutant } from './instrument.ts'
import type { Verdict } from './judge.ts'

const FOLDER = path.join(root, 'coverage/mutants')

const fileOf = (place: string) => path.join(FOLDER, `${place}.json`)
const isSame = (a: Mutant, b: Mutant) => a.file === b.file && a.start === b.start && a.kind === b.kind && a.to === b.to

/** What earlier runs found of a place; a file that changed since has other mutants. */
export function known(place: string): Verdict[] {
  return existsSync(fileOf(place)) ? JSON.parse(readFileSync(fileOf(place), 'utf8')) : []
}

export const isNoticed = ({ outcome }: Verdict): boolean => outcome === 'noticed' || outcome === 'hangs'

/** What is known of a mutant: only where its tests noticed it, so that a new test is tried on those that survived. */
export const settled = (verdicts: Verdict[], mutant: Mutant): Verdict | undefined =>
  verdicts.find((one) => isSame(one.mutant, mutant) && isNoticed(one))

export function keep(place: string, verdicts: Verdict[]): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(place), `${JSON.stringify(verdicts, null, 1)}\n`)
}

/** Why a mutant makes no difference that anybody could notice. */
export const reasonFor = ({ file, from, to }: Mutant): string | undefined =>
  accepted.find((one) => file.endsWith(one.file) && one.from === from && one.to === to)?.because

/** A place's share of mutants that were noticed, of those that make a difference. */
export function countsOf(verdicts: Verdict[]) {
  const noticed = verdicts.filter(isNoticed).length
  const same = verdicts.filter((one) => !isNoticed(one) && reasonFor(one.mutant)).length
  return { noticed, same, of: verdicts.length, share: noticed / (verdicts.length - same) }
}
