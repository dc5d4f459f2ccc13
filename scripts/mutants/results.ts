import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { writeRows } from '../tests/reliability.ts'
import { accepted } from './accepted.ts'
import { keyOf, type Mutant } from './instrument.ts'
import type { Verdict } from './judge.ts'

const FOLDER = path.join(root, 'coverage/mutants')
const EXPECTED = 'At least 90 % of what is changed in the rules is noticed by their tests'

export const isNoticed = ({ outcome }: Verdict): boolean => outcome === 'noticed' || outcome === 'hangs'

/** Reason why a mutant makes no visible difference. */
export const reasonFor = (mutant: Mutant): string | undefined =>
  accepted.find(
    ({ file, from, to, before = 0 }) =>
      mutant.file.endsWith(file) && mutant.from === from && mutant.to === to && mutant.before === before,
  )?.because

/** Verdicts of a place's chosen mutants, kept in a file from run to run. */
export class Results {
  readonly #place: string
  readonly #file: string
  readonly #verdicts = new Map<string, Verdict>()
  readonly #chosen: Mutant[]

  constructor(place: string, chosen: Mutant[]) {
    this.#place = place
    this.#chosen = chosen
    this.#file = path.join(FOLDER, `${place}.json`)
    const kept: Verdict[] = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : []
    for (const verdict of kept) this.#verdicts.set(keyOf(verdict.mutant), verdict)
  }

  /** Mutants for the next run: those without a verdict, then those that no test noticed, as there may be new tests. */
  get open(): Mutant[] {
    const known = (mutant: Mutant) => this.#verdicts.get(keyOf(mutant))
    const missed = this.#chosen.filter((one) => {
      const verdict = known(one)
      return verdict !== undefined && !isNoticed(verdict) && !reasonFor(one)
    })
    return [...this.#chosen.filter((one) => !known(one)), ...missed]
  }

  add(verdict: Verdict): void {
    this.#verdicts.set(keyOf(verdict.mutant), verdict)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(this.#file, `${JSON.stringify([...this.#verdicts.values()], null, 1)}\n`)
  }

  /** `21 of 36 noticed, 2 make no difference`. */
  summary(): { text: string; share: number; isWhole: boolean } {
    const verdicts = this.#chosen.flatMap((mutant) => this.#verdicts.get(keyOf(mutant)) ?? [])
    const noticed = verdicts.filter(isNoticed).length
    const same = verdicts.filter((one) => !isNoticed(one) && reasonFor(one.mutant)).length
    const text = `${noticed} of ${this.#chosen.length} noticed${same > 0 ? `, ${same} make no difference` : ''}`
    return { text, share: noticed / (this.#chosen.length - same), isWhole: verdicts.length === this.#chosen.length }
  }

  /** Says what came out, and writes it into docs/reliability.md once all chosen mutants were tried. */
  report(): void {
    const { text, share, isWhole } = this.summary()
    console.log(`${this.#place}: ${text}: ${(share * 100).toFixed(0)} %`)
    const row = { section: 'Mutants', fault: this.#place, expected: EXPECTED, measured: text, database: 'SQLite' }
    if (isWhole) writeRows([row])
  }
}
