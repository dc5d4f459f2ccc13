import type { Sample } from '@atalaya/module-sdk'

/** Load of a machine, in percent; null if the sample lacks it. */
export type Load = { cpu: number | null; memory: number | null }

export function loadOf({ metrics }: Pick<Sample, 'metrics'>): Load {
  const used = metrics['memory.used']
  const total = metrics['memory.total']
  const memory = used !== undefined && total !== undefined && total > 0 ? (used / total) * 100 : null
  return { cpu: metrics['cpu.percent'] ?? null, memory }
}

/** '12 %', or a dash if nothing is known. */
export const percentText = (value: number | null | undefined) => (value == null ? '–' : `${Math.round(value)} %`)
