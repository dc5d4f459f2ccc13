import { SYSTEM_METRICS } from '@atalaya/contract/metrics'

const capacities = new Set<string>(
  Object.values(SYSTEM_METRICS).flatMap((metric) => ('capacity' in metric ? [metric.capacity] : [])),
)
/** Metrics offered for rules: without capacities, as their values rarely change. */
export const metricChoices = Object.entries(SYSTEM_METRICS)
  .filter(([name]) => !capacities.has(name))
  .map(([name, { title }]) => ({ name, title }))
