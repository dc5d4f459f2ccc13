import { SYSTEM_METRICS } from '@atalaya/contract/metrics'

/** Numbers that rules are usually about: capacities themselves say nothing. */
const capacities = new Set<string>(
  Object.values(SYSTEM_METRICS).flatMap((one) => ('capacity' in one ? [one.capacity] : [])),
)
export const metricChoices = Object.entries(SYSTEM_METRICS)
  .filter(([name]) => !capacities.has(name))
  .map(([name, { title }]) => ({ name, title }))
