const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 15, 30, 60, 120].map((n) => n * DAY),
]

/** Decimal for counts and percents, binary for bytes: ticks fall on 1, 2 or 5 (or 1, 2, 4 …) of the unit. */
export type Base = 10 | 1024

function niceStep(rough: number, base: Base): number {
  if (base === 1024) return 2 ** Math.ceil(Math.log2(rough))
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = [1, 2, 2.5, 5, 10]
  return power * (steps.find((step) => step * power >= rough * 0.999_999) ?? 10)
}

/** Round values from 0 to at least `max`, about `count` of them and whole bytes; the last one is the top of the axis. */
export function valueTicks(max: number, { count = 4, base = 10 }: { count?: number; base?: Base } = {}): number[] {
  const top = max > 0 ? max : 1
  const step = base === 1024 ? Math.max(1, niceStep(top / count, base)) : niceStep(top / count, base)
  const steps = Math.ceil(top / step - 1e-9)
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** Local midnight at or before an instant. */
function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Instants between `from` and `to` at round local times, at most `count`. */
export function timeTicks(from: number, to: number, count: number): number[] {
  const step = TIME_STEPS.find((known) => (to - from) / known <= count) ?? DAY * 365
  const ticks: number[] = []
  const start = midnight(from)
  for (let at = start; at <= to; at += step) {
    // A day is not always 24 hours long; whole days keep to midnight.
    const tick = step >= DAY ? midnight(at + HOUR) : at
    if (tick >= from && tick <= to) ticks.push(tick)
  }
  return ticks
}

/** The time of a tick as text: the hour within two days, else the day. */
export function tickLabel(at: number, span: number): string {
  const shape: Intl.DateTimeFormatOptions =
    span <= 2 * DAY ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat('en-GB', shape).format(at)
}

/** Maps a value of one range to another, straight. */
export function scale([from, to]: [number, number], [low, high]: [number, number]): (value: number) => number {
  const factor = to === from ? 0 : (high - low) / (to - from)
  return (value) => low + (value - from) * factor
}
