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
