import type { NewCommand } from '@atalaya/contract/new-command'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { Caller } from '#server/domain/actors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { previewRate } from './command-limits.ts'
import { countReasons } from './left-out.ts'
import type { ResolveTargets } from './targets.ts'

/** Maximum of chosen agents whose commands are checked. */
const CHECKED_MAX = 300
/** Maximum of agents without the command that are named. */
const NAMED_MAX = 5

type Needs = {
  resolveTargets: ResolveTargets
  agents: Pick<AgentsService, 'offersOf'>
  limits: Pick<RateLimits, 'spend'>
}

/** Preview of a batch. Agents that never connected have reported no commands yet, and are not counted. */
export function createPreview({ resolveTargets, agents, limits }: Needs) {
  return async (by: Caller, command: NewCommand) => {
    limits.spend(previewRate, by.userId)
    const { chosen, skipped } = await resolveTargets(by, command)
    const checkedIds = chosen.slice(0, CHECKED_MAX).map(({ agentId }) => agentId)
    const offers = await agents.offersOf(checkedIds, command.command)
    const reporting = chosen.filter(({ agentId }) => offers.has(agentId))
    const refusing = reporting.filter(({ agentId }) => !offers.get(agentId))
    const first = refusing.slice(0, NAMED_MAX).map(({ agentId, name }) => ({ agentId, name }))
    return {
      total: chosen.length,
      online: chosen.filter(({ isOnline }) => isOnline).length,
      leftOut: countReasons(skipped),
      offers: { asked: reporting.length, refusing: refusing.length, first },
    }
  }
}
export type Preview = ReturnType<typeof createPreview>
