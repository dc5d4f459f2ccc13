import type { ActivityKind, Batch } from '@atalaya/contract/commands'
import { isOver } from '#web/features/agents/commands/command-status.ts'
import { readPaging } from '#web/lib/paging.ts'
import { plural } from '#web/lib/plural.ts'

const KINDS: ActivityKind[] = ['mine', 'open', 'wrong']
/** Sendings on a page. */
export const ACTIVITY_SHOWN = 10

/** The address of the list of sendings; what is none of ours is left out. */
export const readActivity = (params: URLSearchParams): { show: ActivityKind; page: number } => ({
  show: KINDS.find((kind) => kind === params.get('show')) ?? 'mine',
  page: readPaging(params).page,
})

/** Whom a sending was for. */
export function receiver({ agent, total }: Batch): string {
  if (agent) return agent.name ?? agent.agentId
  return plural(total, { one: '# agent', other: '# agents' })
}

/** Those that still go on before those that have ended, each in its order. */
export const liveFirst = (batches: Batch[]): Batch[] =>
  batches.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
