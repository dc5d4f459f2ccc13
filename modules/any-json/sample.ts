import type { Suggestion } from '@atalaya/module-sdk/server'
import { ALL, type Step, writePath } from './path.ts'
import { type Scalar, toScalar } from './pick.ts'

/** One value in a sample answer. `names` and `order` are its name and position at each level, from the top. */
export type SampleValue = { path: string; value: Scalar; names: string[]; order: number[] }
type Node = { steps: Step[]; order: number[]; value: unknown }

const VALUES_MAX = 1000
const FOUND_MAX = 300
const PATH_MAX = 200
const LABEL_MAX = 80
const NAME_MAX = 60

/**
 * Lists the values of an answer by their paths, those near the top first. Of a list it follows the first element. Paths
 * are cut off at `PATH_MAX`: a key may be as long as the answer, and be part of a thousand paths.
 */
export function sampleValuesOf(answer: unknown): SampleValue[] {
  const values: SampleValue[] = []
  let level: Node[] = [{ steps: [], order: [], value: answer }]
  while (level.length > 0 && values.length < VALUES_MAX) {
    const next: typeof level = []
    for (const { steps, order, value } of level) {
      if (typeof value !== 'object' || value === null) {
        values.push({ path: writePath(steps), value: toScalar(value), names: steps.map(nameOf), order })
      }
      // Beyond the bound nothing is collected for the next level.
      else if (next.length < VALUES_MAX)
        next.push(...childrenOf(steps, value).map((child, n) => ({ ...child, order: [...order, n] })))
    }
    level = next
  }
  return values.slice(0, VALUES_MAX)
}

/** Children whose paths can be used. */
const childrenOf = (steps: Step[], value: object): Omit<Node, 'order'>[] =>
  stepsInto(value)
    .map(([step, child]): Omit<Node, 'order'> => ({ steps: [...steps, step], value: child }))
    .filter((child) => writePath(child.steps).length <= PATH_MAX)

function stepsInto(value: object): [Step, unknown][] {
  if (!Array.isArray(value)) {
    const entries = Object.entries(value).filter(([key]) => key.length <= PATH_MAX)
    return entries.slice(0, VALUES_MAX)
  }
  const [first] = value
  return value.length === 0 ? [] : [ALL, 0].map((step) => [step as Step, first])
}

const nameOf = (step: Step): string => {
  if (step === ALL) return 'All elements'
  if (typeof step === 'number') return 'First element'
  return step.length > NAME_MAX ? `${step.slice(0, NAME_MAX - 1).toWellFormed()}…` : step.toWellFormed()
}

/** Places whose path or value contains the typed text, as a tree. An empty text or a dot finds all. */
export function findSampleValues(values: readonly SampleValue[], typed: string): Suggestion[] {
  const wanted = typed.trim() === '.' ? '' : typed.trim().toLowerCase()
  return values
    .map(({ path, value, names, order }) => ({
      order,
      suggestion: { value: path, label: labelOf(value), place: names },
    }))
    .filter(({ suggestion: { value, label } }) => `${value}\n${label}`.toLowerCase().includes(wanted))
    .slice(0, FOUND_MAX)
    .sort((a, b) => compare(a.order, b.order))
    .map(({ suggestion }) => suggestion)
}

/** Compares two values by the first position in which they differ. */
function compare(a: readonly number[], b: readonly number[]): number {
  const firstDifference = a.findIndex((position, depth) => position !== b[depth])
  return (a[firstDifference] ?? 0) - (b[firstDifference] ?? 0)
}

/** Texts in quotes, so that "5" differs from 5. */
function labelOf(value: Scalar): string {
  const text = typeof value === 'string' ? `“${value}”` : String(value)
  return text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX - 1).toWellFormed()}…` : text
}
