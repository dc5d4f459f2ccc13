/** Possible values of a unit, both ends included. */
export const POSSIBLE = {
  percent: { min: 0, max: 100, sign: ' %' },
  celsius: { min: -273, max: 1000, sign: ' °C' },
  any: { min: 0, max: Number.POSITIVE_INFINITY, sign: '' },
} as const

/** Bounds from which a number is a warning, and from which it is critical. */
export type Bounds = { warning: number; critical: number }

/**
 * Bounds of the reference agent's metrics, in the metric's unit; in per cent of its capacity if it has one. Separate
 * from `metrics.ts`, since lists need no more than this.
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

/** Level of a value by its bounds; undefined if the value is normal or unknown. */
export function levelOf(metric: BoundedMetric, value: number | undefined): keyof Bounds | undefined {
  const { warning, critical } = METRIC_BOUNDS[metric]
  if (value === undefined || value < warning) return undefined
  return value >= critical ? 'critical' : 'warning'
}
