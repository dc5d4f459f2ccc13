const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Time ranges of an agent's charts: the key is the label, the name is for screen readers. */
export const TIME_RANGES = [
  { key: '15m', name: '15 minutes', spanMs: 15 * MINUTE_MS },
  { key: '1h', name: 'hour', spanMs: HOUR_MS },
  { key: '6h', name: '6 hours', spanMs: 6 * HOUR_MS },
  { key: '24h', name: '24 hours', spanMs: DAY_MS },
  { key: '7d', name: '7 days', spanMs: 7 * DAY_MS },
  { key: '30d', name: '30 days', spanMs: 30 * DAY_MS },
  { key: '1y', name: 'year', spanMs: 365 * DAY_MS },
] as const

export type TimeRangeKey = (typeof TIME_RANGES)[number]['key']

const DEFAULT = TIME_RANGES[1]

/** Range by its key in the URL; the default if it is unknown. */
export const timeRangeOf = (key: string | null) => TIME_RANGES.find((range) => range.key === key) ?? DEFAULT
