const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 15, 30, 60, 120].map((n) => n * DAY),
]

/** Instants in ms between `from` and `to` at round local times, about `count` at most. */
export function timeTicks(from: number, to: number, count: number): number[] {
  const step = STEPS.find((known) => (to - from) / known <= count) ?? DAY * 365
  const midnight = new Date(from).setHours(0, 0, 0, 0)
  // A day is not always 24 hours long: whole days and several hours go by the clock on the wall.
  const tickAt = (n: number) =>
    step > HOUR ? new Date(midnight).setHours((n * step) / HOUR, 0, 0, 0) : midnight + n * step
  const ticks: number[] = []
  for (let n = 0, at = midnight; at <= to; at = tickAt(++n)) if (at >= from) ticks.push(at)
  return ticks
}

/** The time of a tick as text: the hour within two days, else the day. `span` is that of the whole axis in ms. */
export function tickLabel(at: number, span: number): string {
  const shape: Intl.DateTimeFormatOptions =
    span <= 2 * DAY ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat('en-GB', shape).format(at)
}

const SECONDS: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }
const DATE: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }

/**
 * An instant as text, with its date; of the hour that a change of the clock brings twice, also which of the two it is.
 */
export function instantText(at: number): string {
  const clock = (instant: number) => new Date(instant).toTimeString().slice(0, 5)
  const isDouble = clock(at) === clock(at - HOUR) || clock(at) === clock(at + HOUR)
  const shape = { ...DATE, ...SECONDS, ...(isDouble && ({ timeZoneName: 'shortOffset' } as const)) }
  return new Intl.DateTimeFormat('en-GB', shape).format(at)
}

/** The same time on the clock, a week earlier: across a change of the clock that is an hour more or less. */
export function weekBefore(at: number): number {
  const date = new Date(at)
  return date.setDate(date.getDate() - 7)
}
