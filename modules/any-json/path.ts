/** All elements of a list. */
export const ALL = Symbol('all elements')
/** A key of an object, an index of a list, or all of a list's elements. */
export type Step = string | number | typeof ALL

const PATH_MAX = 200
/** Deeper than any answer that is read. */
const STEPS_MAX = 40
/** One step: `key`, `.key`, `["a.key"]`, `[0]` or `[]`. */
const STEP = /(\.?)([^.[\]"]+)|\[(\d{0,9})\]|\["((?:[^"\\]|\\["\\])*)"\]/y

/**
 * Reads a path into an answer: `data.items[].name`, `[0].price`, `rates["a.b"]`; `.` is the answer itself. Null for
 * any other text.
 */
export function parsePath(text: string): Step[] | null {
  if (text === '.') return []
  if (text === '' || text.length > PATH_MAX) return null
  const steps: Step[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const isFirst = STEP.lastIndex === 0
    const found = STEP.exec(text)
    if (!found || steps.length === STEPS_MAX) return null
    const [, dot, key, index, quoted] = found
    // A dot separates a key from the step before it.
    if (key !== undefined && (dot === '') !== isFirst) return null
    steps.push(key ?? quoted?.replace(/\\(.)/g, '$1') ?? (index === '' ? ALL : Number(index)))
  }
  return steps
}

const PLAIN_KEY = /^[^.[\]"]+$/

/** Writes a path so that `parsePath` reads the same steps. */
export function writePath(steps: readonly Step[]): string {
  if (steps.length === 0) return '.'
  return steps.map((step, index) => stepText(step, index === 0)).join('')
}

function stepText(step: Step, isFirst: boolean): string {
  if (step === ALL) return '[]'
  if (typeof step === 'number') return `[${step}]`
  if (PLAIN_KEY.test(step)) return isFirst ? step : `.${step}`
  return `["${step.replace(/["\\]/g, '\\$&')}"]`
}
