import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import type { Row } from '../tests/reliability.ts'
import type { Tree } from '../tests/whole-run.ts'
import { acceptedInAccounts } from './accepted/accounts.ts'
import { acceptedElsewhere } from './accepted/others.ts'
import { keyOf, type Mutant } from './instrument.ts'
import type { Verdict } from './judge.ts'

const accepted = [...acceptedInAccounts, ...acceptedElsewhere]
const FOLDER = path.join(root, 'coverage/mutants')
/** Share of the mutants that tests must notice. */
const SHARE_MIN = 0.9
const EXPECTED = `At least ${SHARE_MIN * 100} % of what is changed in the rules is noticed by their tests`

export const isNoticed = ({ outcome }: Verdict): boolean => outcome === 'noticed' || outcome === 'hangs'

/** Reason why a mutant makes no visible difference. */
export const reasonFor = (mutant: Mutant): string | undefined =>
  accepted.find(
    ({ file, from, to, before = 0 }) =>
      mutant.file.endsWith(file) && mutant.from === from && mutant.to === to && mutant.before === before,
  )?.because

/** Code under test, and how its mutants are chosen. `onlyMissed`: those that the first run of the seed missed. */
export type Choice = { tree: Tree; seed: number; database: string; onlyMissed: boolean }

type StoredRun = { commit: string; verdicts: Verdict[] }

/**
 * Verdicts on a place's mutants. Those of a seed's first run are stored, and continued on the same commit. Any change
 * to files or tests makes all mutants run again, and that result replaces nothing.
 */
export class Results {
  readonly #place: string
  readonly #file: string
  readonly #choice: Choice
  readonly #verdicts = new Map<string, Verdict>()
  readonly #chosen: Mutant[]
  readonly #isFirst: boolean

  constructor(place: string, chosen: Mutant[], choice: Choice) {
    const { tree, seed, onlyMissed } = choice
    this.#place = place
    this.#choice = choice
    this.#chosen = chosen
    this.#file = path.join(FOLDER, String(seed), `${place}.json`)
    const storedRun: StoredRun | null = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : null
    const isContinued = storedRun === null || storedRun.commit === tree.commit
    this.#isFirst = tree.isClean && isContinued && !onlyMissed
    const reusedVerdicts = storedRun?.verdicts.filter((verdict) => (onlyMissed ? isNoticed(verdict) : this.#isFirst))
    for (const verdict of reusedVerdicts ?? []) this.#verdicts.set(keyOf(verdict.mutant), verdict)
  }

  /** Mutants without a verdict. */
  get open(): Mutant[] {
    return this.#chosen.filter((mutant) => !this.#verdicts.has(keyOf(mutant)))
  }

  add(verdict: Verdict): void {
    this.#verdicts.set(keyOf(verdict.mutant), verdict)
    const { commit } = this.#choice.tree
    if (!this.#isFirst || commit === null) return
    mkdirSync(path.dirname(this.#file), { recursive: true })
    const storedRun: StoredRun = { commit, verdicts: [...this.#verdicts.values()] }
    writeFileSync(this.#file, `${JSON.stringify(storedRun, null, 1)}\n`)
  }

  /** `21 of 36 noticed, 2 make no difference`. */
  #summary(): { text: string; share: number; isWhole: boolean } {
    const verdicts = this.#chosen.flatMap((mutant) => this.#verdicts.get(keyOf(mutant)) ?? [])
    const noticed = verdicts.filter(isNoticed).length
    const withoutEffect = verdicts.filter((verdict) => !isNoticed(verdict) && reasonFor(verdict.mutant)).length
    const remark = withoutEffect > 0 ? `, ${withoutEffect} make no difference` : ''
    const text = `${noticed} of ${this.#chosen.length} noticed${remark}`
    const share = noticed / (this.#chosen.length - withoutEffect)
    return { text, share, isWhole: verdicts.length === this.#chosen.length }
  }

  /** Reports the result. Once all chosen mutants were tried it is judged, and a first run's result is stored. */
  report(): { isEnough: boolean; rows: Row[] } {
    const { text, share, isWhole } = this.#summary()
    const { seed, tree, database } = this.#choice
    console.log(`${this.#place}: ${text}: ${(share * 100).toFixed(0)} %`)
    if (!isWhole) return { isEnough: true, rows: [] }
    const measured = `${text} (commit ${tree.commit?.slice(0, 8)}, seed ${seed})`
    const row = { section: 'Mutants', fault: this.#place, expected: EXPECTED, measured, database }
    return { isEnough: share >= SHARE_MIN, rows: this.#isFirst ? [row] : [] }
  }
}
