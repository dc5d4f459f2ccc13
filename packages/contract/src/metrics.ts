import { type Bounds, METRIC_BOUNDS } from './metric-bounds.ts'

/** Spelling of a metric's name. */
export const METRIC_NAME = /^[a-z0-9][a-z0-9._:-]{0,63}$/

/** Nature of a metric: decides how it is drawn, compared and judged. */
export type MetricKind = 'share' | 'bytes' | 'rate' | 'count' | 'temperature' | 'duration'

/** The units in which metrics are shown. */
export type MetricUnit = 'percent' | 'bytes' | 'bytes/s' | 'seconds' | 'celsius' | 'number'

/** Description of a metric. */
export type Metric = {
  title: string
  /** Explanation in a sentence, for people who did not write the agent. */
  meaning: string
  unit: MetricUnit
  kind: MetricKind
  /** The metric that gives the total. */
  capacity?: string
  /** In its own unit; in per cent of its capacity if it has one. */
  bounds?: Bounds
}

/** Metrics of the reference agent; one that the machine can't measure is absent from its samples. */
export const SYSTEM_METRICS = {
  'cpu.percent': {
    title: 'CPU',
    meaning: 'Share of the time that all cores together were busy since the report before',
    unit: 'percent',
    kind: 'share',
    bounds: METRIC_BOUNDS['cpu.percent'],
  },
  'load.1': {
    title: 'Load, 1 min',
    meaning: 'Programs that ran or waited for a core or a disk, on average over a minute',
    unit: 'number',
    kind: 'count',
  },
  'load.5': {
    title: 'Load, 5 min',
    meaning: 'Programs that ran or waited for a core or a disk, on average over five minutes',
    unit: 'number',
    kind: 'count',
  },
  'load.15': {
    title: 'Load, 15 min',
    meaning: 'Programs that ran or waited for a core or a disk, on average over fifteen minutes',
    unit: 'number',
    kind: 'count',
  },
  'memory.used': {
    title: 'Memory used',
    meaning: 'Memory that programs hold; what the system only borrows for its caches is not in it',
    unit: 'bytes',
    kind: 'bytes',
    capacity: 'memory.total',
    bounds: METRIC_BOUNDS['memory.used'],
  },
  'memory.total': { title: 'Memory', meaning: 'Memory of the machine', unit: 'bytes', kind: 'bytes' },
  'swap.used': {
    title: 'Swap used',
    meaning: 'Memory that had to be moved to a disk',
    unit: 'bytes',
    kind: 'bytes',
    capacity: 'swap.total',
    bounds: METRIC_BOUNDS['swap.used'],
  },
  'swap.total': { title: 'Swap', meaning: 'Room on disks for memory', unit: 'bytes', kind: 'bytes' },
  'disk.used': {
    title: 'Disk used',
    meaning: 'Used space on all disks of the machine together',
    unit: 'bytes',
    kind: 'bytes',
    capacity: 'disk.total',
    bounds: METRIC_BOUNDS['disk.used'],
  },
  'disk.total': { title: 'Disk', meaning: 'Room on all disks of the machine together', unit: 'bytes', kind: 'bytes' },
  'network.received': {
    title: 'Received',
    meaning: 'Bytes received over all network interfaces, per second since the report before',
    unit: 'bytes/s',
    kind: 'rate',
  },
  'network.sent': {
    title: 'Sent',
    meaning: 'Bytes sent over all network interfaces, per second since the report before',
    unit: 'bytes/s',
    kind: 'rate',
  },
  'uptime.seconds': {
    title: 'Uptime',
    meaning: 'Time since the last start of the machine',
    unit: 'seconds',
    kind: 'duration',
  },
  'processes.count': { title: 'Processes', meaning: 'Number of running programs', unit: 'number', kind: 'count' },
  'temperature.celsius': {
    title: 'Temperature',
    meaning: 'The warmest sensor of the machine',
    unit: 'celsius',
    kind: 'temperature',
    bounds: METRIC_BOUNDS['temperature.celsius'],
  },
  'agent.troubles': {
    title: "Agent's own troubles",
    meaning: 'Failures of the agent itself, such as a write to its folder; its status says more',
    unit: 'number',
    kind: 'count',
    bounds: METRIC_BOUNDS['agent.troubles'],
  },
} as const satisfies Record<string, Metric>
export type SystemMetric = keyof typeof SYSTEM_METRICS

const CATALOGUE: Readonly<Record<string, Metric>> = SYSTEM_METRICS

const catalogueEntry = (name: string): Metric | undefined =>
  Object.hasOwn(CATALOGUE, name) ? CATALOGUE[name] : undefined

/** Maximum disks and network interfaces with separate metrics: more would fit neither a sample nor a chart. */
export const PARTS_MAX = 8
/**
 * Maximum cores with separate metrics. A machine with more sends none: a part of the cores would suggest that all
 * others are idle.
 */
export const CORES_MAX = 16

/** Splits the name of a part's metric: `disk.used:srv` is `disk.used` of the part `srv`. */
export function partOf(name: string): { whole: string; part: string } | undefined {
  const [whole = '', ...rest] = name.split(':')
  const part = rest.join(':')
  return whole !== '' && part !== '' ? { whole, part } : undefined
}

/** Description of a metric; a part has that of the whole. Undefined for a metric that an agent made up itself. */
export function metricNamed(name: string): Metric | undefined {
  const split = partOf(name)
  const known = catalogueEntry(split?.whole ?? name)
  if (!split || !known) return known
  const { title, capacity } = known
  return { ...known, title: `${title}, ${split.part}`, ...(capacity && { capacity: `${capacity}:${split.part}` }) }
}

/** Values at one instant, by metric. */
export type Numbers = Readonly<Partial<Record<string, number>>>

/** A metric in per cent: of its capacity, or itself if its unit is per cent. Undefined if unknown. */
export function percentOf(name: string, numbers: Numbers): number | undefined {
  const { capacity, unit } = metricNamed(name) ?? {}
  const value = numbers[name]
  if (unit === 'percent') return value
  const whole = capacity === undefined ? undefined : numbers[capacity]
  return value === undefined || !whole ? undefined : (value / whole) * 100
}
