import type { NewCommand } from '@atalaya/contract/new-command'
import type { Target } from '#server/agents/agent-targets.ts'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { CommandsRepo } from './commands.repo.ts'

/** Maximum commands that wait for one agent; simultaneous requests may exceed it by a few. */
const OPEN_MAX = 100
/** Agents whose open commands one statement counts. */
const COUNTED_BATCH_SIZE = 1000

/** Agents that a command reaches; `label` names them in the audit. */
export type Targets = { chosen: Target[]; skipped: { agentId: string; reason: string }[]; label: string }

type Needs = { agents: AgentsService; repo: CommandsRepo }

/**
 * Resolves the destination of a command to agents. An agent that the caller may not see counts as unknown. An empty
 * choice is an error, and never means all agents.
 */
export function createTargets({ agents, repo }: Needs) {
  async function requestedTargets(
    by: Caller,
    { agentId, agentIds, tag, listed, maxTargets }: NewCommand,
  ): Promise<Target[]> {
    const ids = agentId === undefined ? agentIds : [agentId]
    const which = listed ?? { tag: tag === undefined ? undefined : [tag] }
    const wanted = ids ? await agents.targets(by, [...new Set(ids)]) : await agents.allTargets(by, which)
    if (wanted.length === 0) {
      throw new AppError('bad_request', 'There is no agent to send the command to', { code: 'commands.no_target' })
    }
    if (maxTargets !== undefined && wanted.length > maxTargets) {
      const message = `This would reach ${wanted.length} agents, not ${maxTargets}`
      throw new AppError('conflict', message, { code: 'commands.too_many_targets' })
    }
    return wanted
  }

  /** Counts open commands, some agents at a time, as each may have a hundred. */
  async function countOpen(targets: Target[]): Promise<Map<string, number>> {
    const openCounts = new Map<string, number>()
    for await (const some of inParts(targets, COUNTED_BATCH_SIZE)) {
      for (const [id, count] of await repo.countOpen(some.map(({ agentId }) => agentId))) openCounts.set(id, count)
    }
    return openCounts
  }

  return async (by: Caller, command: NewCommand): Promise<Targets> => {
    const wanted = await requestedTargets(by, command)
    const openCounts = await countOpen(wanted)
    const reasonAgainst = ({ agentId, isOnline }: Target): string | null => {
      if (command.onlineOnly && !isOnline) return 'The agent is away'
      return (openCounts.get(agentId) ?? 0) >= OPEN_MAX ? `${OPEN_MAX} commands already wait for the agent` : null
    }
    const chosen: Target[] = []
    const skipped: Targets['skipped'] = []
    for (const target of wanted) {
      const reason = reasonAgainst(target)
      if (reason === null) chosen.push(target)
      else skipped.push({ agentId: target.agentId, reason })
    }
    const [first] = chosen
    if (!first) {
      throw new AppError('conflict', `No agent can take it: ${skipped[0]?.reason}`, { code: 'commands.no_target' })
    }
    return { chosen, skipped, label: chosen.length === 1 ? (first.name ?? first.agentId) : `${chosen.length} agents` }
  }
}
export type ResolveTargets = ReturnType<typeof createTargets>
