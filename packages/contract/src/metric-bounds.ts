/** What a number in a unit can be at all: between these, both among them. */
export const POSSIBLE = {
  percent: { least: 0, most: 100, sign: ' %' },
  celsius: { least: -273, most: 1000, sign: ' °C' },
  any: { least: 0, most: Number.POSITIVE_INFINITY, sign: '' },
} as const

/** From where on a number is worth a look, and from where on somebody should do something. */
export type Bounds = { warning: number; critical: number }

/**
 * The bounds of the reference agent's metrics: in the metric's own unit; in per cent of its capacity where it has one. Apart
 * from the rest that is known of them (`metrics.ts`), for lists need no more.
 */
export const METRIC_BOUNDS = {
  'cpu.percent': { warning: 85, critical: 97 },
  'memory.used': { warning: 85, critical: 95 },
  'swap.used': { warning: 60, critical: 90 },
  'disk.used': { warning: 80, critical: 90 },
  'temperature.celsius': { warning: 75, critical: 90 },
  'agent.troubles': { warning: 1, critical: 1 },
} as const satisfies Record<string, Bounds>
export type BoundedMetric = keyof typeof METRIC_BOUNDS

/** How a value of a metric stands to its bounds, given as they are; undefined where all is well or nothing is known. */
export function levelOf(metric: BoundedMetric, value: number | undefined): keyof Bounds | undefined {
  const { warning, critical } = METRIC_BOUNDS[metric]
  if (value === undefined || value < warning) return undefined
  return value >= critical ? 'critical' : 'warning'
}
