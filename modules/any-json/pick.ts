import { ALL, parsePath, type Step } from './path.ts'

export type Scalar = string | number | boolean | null
/** Reason for a missing value: no such place, more than one value there, or no path at all. */
export type Fault = 'absent' | 'nested' | 'path'
/** Result of a path: one value, those of a list, or a fault. */
export type Picked = { path: string } & (
  | { kind: 'one'; value: Scalar }
  | { kind: 'column'; values: Scalar[] }
  | { kind: 'fault'; fault: Fault }
)

const ROWS_MAX = 100
const TEXT_MAX = 300
/** Maximum of all picked values, in characters of JSON; a source's data have at most 128 KiB. */
const TOTAL_MAX_CHARS = 60_000

/** Takes only the values at these paths out of an answer. Returns fewer rows if they are too long together. */
export function pickAll(answer: unknown, paths: readonly string[]): Picked[] {
  const picked = paths.map((path) => pick(answer, path))
  let rows = ROWS_MAX
  while (rows > 1 && JSON.stringify(picked.map((entry) => limitRows(entry, rows))).length > TOTAL_MAX_CHARS) rows >>= 1
  return picked.map((entry) => limitRows(entry, rows))
}

const limitRows = (picked: Picked, rows: number): Picked =>
  picked.kind === 'column' ? { ...picked, values: picked.values.slice(0, rows) } : picked

function pick(answer: unknown, path: string): Picked {
  const steps = parsePath(path)
  if (!steps) return { path, kind: 'fault', fault: 'path' }
  const allIndex = steps.indexOf(ALL)
  const found = valueAt(answer, allIndex === -1 ? steps : steps.slice(0, allIndex))
  if (found === undefined) return { path, kind: 'fault', fault: 'absent' }
  if (allIndex === -1) {
    return isNested(found) ? { path, kind: 'fault', fault: 'nested' } : { path, kind: 'one', value: toScalar(found) }
  }
  return { path, ...pickColumn(found, steps.slice(allIndex + 1)) }
}

function pickColumn(list: unknown, rest: readonly Step[]) {
  if (!Array.isArray(list)) return { kind: 'fault', fault: 'absent' } as const
  const rows: unknown[] = []
  addRows(list, rest, rows)
  if (rows.length > 0 && rows.every((row) => row === undefined)) return { kind: 'fault', fault: 'absent' } as const
  if (rows.some(isNested)) return { kind: 'fault', fault: 'nested' } as const
  return { kind: 'column', values: rows.map(toScalar) } as const
}

/** An element without the value has a row too, so that columns of one list stay side by side. */
function addRows(list: readonly unknown[], rest: readonly Step[], rows: unknown[]): void {
  const allIndex = rest.indexOf(ALL)
  for (const element of list) {
    if (rows.length === ROWS_MAX) return
    if (allIndex === -1) rows.push(valueAt(element, rest))
    else {
      const inner = valueAt(element, rest.slice(0, allIndex))
      if (Array.isArray(inner)) addRows(inner, rest.slice(allIndex + 1), rows)
    }
  }
}

/** Value at the end of these steps; undefined if there is no such place, or a null on the way. */
function valueAt(from: unknown, steps: readonly Step[]): unknown {
  let current = from
  for (const step of steps) {
    if (typeof current !== 'object' || current === null || Array.isArray(current) !== (typeof step === 'number'))
      return undefined
    if (!Object.hasOwn(current, step)) return undefined
    current = (current as Record<Step, unknown>)[step]
  }
  return current
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Scalar for the widget: long texts are cut, and null stands for numbers that JSON can't hold, such as 1e999. */
export function toScalar(value: unknown): Scalar {
  if (typeof value === 'string') {
    return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX - 1).toWellFormed()}…` : value.toWellFormed()
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'boolean' ? value : null
}
