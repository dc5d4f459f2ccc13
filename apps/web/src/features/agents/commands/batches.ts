import type { ActivityKind, Batch } from '@atalaya/contract/commands'
import { isOver } from '#web/features/agents/commands/command-status.ts'
import { readPaging } from '#web/lib/calls/paging.ts'
import { plural } from '#web/lib/plural.ts'

const KINDS: ActivityKind[] = ['mine', 'open', 'wrong']
/** Page size of the list of batches. */
export const ACTIVITY_SHOWN = 10

/** Reads the filter and page from the URL; ignores invalid values. */
export const readActivity = (params: URLSearchParams): { show: ActivityKind; page: number } => ({
  show: KINDS.find((kind) => kind === params.get('show')) ?? 'mine',
  page: readPaging(params).page,
})

/** Destination of a batch, in words. */
export function destinationText({ agent, total }: Batch): string {
  if (agent) return agent.name ?? agent.agentId
  return plural(total, { one: '# agent', other: '# agents' })
}

/** Running batches first; otherwise the order stays. */
export const liveFirst = (batches: Batch[]): Batch[] =>
  batches.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
