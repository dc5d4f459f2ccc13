import type { Range } from '@atalaya/contract/telemetry'

/** A table of all that the charts show, as other programs read it: a row a step, instants in UTC. */
export function csvOf({ from, stepMs, counts, series }: Range): string {
  const head = ['time', ...series.flatMap(({ metric }) => [`${metric} avg`, `${metric} min`, `${metric} max`])]
  const rows = counts.flatMap((count, slot) => {
    if (count === 0) return []
    const values = series.flatMap(({ avg, min, max }) => [avg[slot], min[slot], max[slot]])
    return [[new Date(from + slot * stepMs).toISOString(), ...values.map((value) => value ?? '')].join(',')]
  })
  return `${[head.join(','), ...rows].join('\r\n')}\r\n`
}
