import { SYSTEM_METRICS } from '@atalaya/contract/metrics'

/** Metrics offered for rules, without capacities, whose values rarely change. */
const capacities = new Set<string>(
  Object.values(SYSTEM_METRICS).flatMap((metric) => ('capacity' in metric ? [metric.capacity] : [])),
)
export const metricChoices = Object.entries(SYSTEM_METRICS)
  .filter(([name]) => !capacities.has(name))
  .map(([name, { title }]) => ({ name, title }))
