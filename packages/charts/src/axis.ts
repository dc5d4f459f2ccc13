/** Decimal for counts and percents, binary for bytes: ticks fall on 1, 2 or 5 (or 1, 2, 4 …) of the unit. */
export type Base = 10 | 1024

/** Minimum and maximum of the drawn values. */
export type Spread = { min: number; max: number }

/** The ends of an axis, and the round values on it, from the lowest up. */
export type Axis = { low: number; high: number; ticks: number[] }

type AxisOptions = {
  /** About how many steps there are between the ends. */
  count?: number
  base?: Base
  /** End of the axis, if it is known: 100 %, all memory. It need not be round. */
  top?: number | undefined
  /** Begins near the values if they are far from zero, instead of at zero. */
  startsNearValues?: boolean
}

const STEPS = [1, 2, 2.5, 5, 10]
/** Error of sums of fractions, in steps. */
const TINY = 1e-9

function niceStep(rough: number, base: Base): number {
  // A part of a byte is no amount.
  if (base === 1024) return Math.max(1, 2 ** Math.ceil(Math.log2(rough)))
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (STEPS.find((step) => step * power >= rough * (1 - TINY)) ?? 10)
}

/** A multiple of a step without the rounding error of binary fractions: 0.3, and not 0.30000000000000004. */
function multiple(times: number, step: number): number {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(step)))
  return Number((times * step).toFixed(digits))
}

/** Ticks up to a known end, which is a tick, too. A round tick whose label would touch that of the end is left out. */
function withTop(round: readonly number[], top: number, step: number): number[] {
  const apart = round.filter((tick, index) => index === 0 || top - tick >= step / 2)
  return [...apart, top]
}

/** An axis that covers the values with round ticks; without `top` both ends are ticks. */
export function axisOf({ min, max }: Spread, { count = 4, base = 10, top, startsNearValues }: AxisOptions = {}): Axis {
  const start = min < 0 || (startsNearValues && min >= max / 2) ? min : 0
  const known = top !== undefined && top > start ? top : undefined
  const end = known ?? (max > start ? max : start + (Math.abs(start) || 1))
  const step = niceStep((end - start) / count, base)
  const first = Math.floor(start / step + TINY)
  const last = known === undefined ? Math.ceil(end / step - TINY) : Math.floor(known / step + TINY)
  const round = Array.from({ length: last - first + 1 }, (_, index) => multiple(first + index, step))
  const ticks = known === undefined ? round : withTop(round, known, step)
  return { low: ticks[0] ?? start, high: known ?? ticks.at(-1) ?? end, ticks }
}

/** Formatter for the ticks up to a value. `size` is the size of their unit, if that is not 1. */
export type Ticks = (max: number) => { size?: number; text: (tick: number) => string }

/** An axis whose ticks are round in the unit that all of them are written in. */
export function axisInUnits({ min, max }: Spread, ticks: Ticks, { top, ...options }: AxisOptions = {}) {
  const { size = 1, text } = ticks(top ?? max)
  const scaled = axisOf({ min: min / size, max: max / size }, { ...options, top: top && top / size })
  const axis: Axis = {
    low: scaled.low * size,
    high: scaled.high * size,
    ticks: scaled.ticks.map((tick) => tick * size),
  }
  return { ...axis, text: size === 1 ? ticks(axis.high).text : text }
}

/** Maps a value linearly from one range to another. */
export function scale([from, to]: [number, number], [low, high]: [number, number]): (value: number) => number {
  const factor = to === from ? 0 : (high - low) / (to - from)
  return (value) => low + (value - from) * factor
}
