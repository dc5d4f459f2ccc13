import { ALL, type Step, writePath } from './path.ts'
import { type Scalar, toScalar } from './pick.ts'

/** One place in a sample answer, and the value that stands there. */
export type Place = { path: string; value: Scalar }

const PLACES_MAX = 1000
const FOUND_MAX = 50
const PATH_MAX = 200
const LABEL_MAX = 80

/** Lists the values of an answer by their paths, those near the top first. A list shows its first element's. */
export function placesOf(answer: unknown): Place[] {
  const places: Place[] = []
  let level: { steps: Step[]; value: unknown }[] = [{ steps: [], value: answer }]
  while (level.length > 0 && places.length < PLACES_MAX) {
    const next: typeof level = []
    for (const { steps, value } of level) {
      if (typeof value !== 'object' || value === null) places.push({ path: writePath(steps), value: toScalar(value) })
      // Beyond the bound nothing more can become a place, and is not visited.
      else if (next.length < PLACES_MAX) next.push(...inside(steps, value))
    }
    level = next
  }
  return places.filter(({ path }) => path.length <= PATH_MAX).slice(0, PLACES_MAX)
}

function inside(steps: Step[], value: object): { steps: Step[]; value: unknown }[] {
  if (!Array.isArray(value)) {
    return Object.entries(value)
      .slice(0, PLACES_MAX)
      .map(([key, one]) => ({ steps: [...steps, key], value: one }))
  }
  const [first] = value
  return value.length === 0 ? [] : [ALL, 0].map((step) => ({ steps: [...steps, step as Step], value: first }))
}

/** The places whose path or value has the typed text; all for a dot. */
export function findPlaces(places: readonly Place[], typed: string): { value: string; label: string }[] {
  const wanted = typed.trim() === '.' ? '' : typed.trim().toLowerCase()
  return places
    .map(({ path, value }) => ({ value: path, label: labelOf(value) }))
    .filter(({ value, label }) => `${value}\n${label}`.toLowerCase().includes(wanted))
    .slice(0, FOUND_MAX)
}

/** Texts in quotes, so that "5" differs from 5. */
function labelOf(value: Scalar): string {
  const text = typeof value === 'string' ? `“${value}”` : String(value)
  return text.length > LABEL_MAX ? `${text.slice(0, LABEL_MAX - 1).toWellFormed()}…` : text
}
