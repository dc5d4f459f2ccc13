const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 15, 30, 60, 120].map((n) => n * DAY),
]

/** Local midnight at or before an instant. */
function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Instants in ms between `from` and `to` at round local times, about `count` at most. */
export function timeTicks(from: number, to: number, count: number): number[] {
  const step = STEPS.find((known) => (to - from) / known <= count) ?? DAY * 365
  const ticks: number[] = []
  const start = midnight(from)
  for (let at = start; at <= to; at += step) {
    // A day is not always 24 hours long; whole days keep to midnight.
    const tick = step >= DAY ? midnight(at + HOUR) : at
    if (tick >= from && tick <= to) ticks.push(tick)
  }
  return ticks
}

/** The time of a tick as text: the hour within two days, else the day. `span` is that of the whole axis in ms. */
export function tickLabel(at: number, span: number): string {
  const shape: Intl.DateTimeFormatOptions =
    span <= 2 * DAY ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat('en-GB', shape).format(at)
}
