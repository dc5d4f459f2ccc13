const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** English: the texts around it are in English. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** An instant as a Date, or null if it is missing or no date. */
export function parseInstant(iso: string | null | undefined): Date | null {
  const date = iso ? new Date(iso) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

/** Distance of an instant from `now`, in the largest fitting unit: "3 hours ago", "in 2 days", "just now". */
export function relativeText(date: Date, now: Date): string {
  const difference = date.getTime() - now.getTime()
  const unit = units.find(([, ms]) => Math.abs(difference) >= ms)
  if (!unit) return 'just now'
  const [name, ms] = unit
  return relative.format(Math.trunc(difference / ms), name)
}
