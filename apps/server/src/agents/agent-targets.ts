import type { AgentsListed } from '@atalaya/contract/agent-listing'
import type { Actor } from '#server/domain/actors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { notFound } from './agent-changes.ts'
import { filterOf } from './agent-list.ts'
import type { AgentsRepo } from './agents.repo.ts'
import type { FindOutdated } from './find-outdated.ts'
import { visibleAgents } from './visible-agents.ts'

/** An agent as the destination of a command. */
export type Target = { agentId: string; ownerId: string; name: string | null; isOnline: boolean }

/** Maximum of agents that one search finds. Even large installations have fewer, so that one search is enough. */
const FOUND_BATCH_SIZE = 25_000
/** Agents that one statement reads by their `ref`. */
const READ_BATCH_SIZE = 1000

/** Resolves a choice of agents to destinations of a command. */
export const createAgentTargets = (repo: Pick<AgentsRepo, 'findRefs' | 'listTargets'>, findOutdated: FindOutdated) => ({
  /** Destinations of these agents. @throws AppError not_found unless the caller may command them all. */
  async targets(actor: Actor, ids: string[]): Promise<Target[]> {
    const targets = await repo.listTargets({ ids }, visibleAgents(actor))
    if (targets.length < ids.length) throw notFound()
    return targets
  },

  /** All agents that a list shows and that the caller may command: searched once, then read by key, in pages. */
  async allTargets(actor: Actor, listed: AgentsListed): Promise<Target[]> {
    const all: Target[] = []
    const filter = await filterOf(actor, listed, findOutdated)
    if (!filter) return all
    let refs: number[] = []
    do {
      refs = await repo.findRefs(filter, refs.at(-1) ?? 0, FOUND_BATCH_SIZE)
      for (let start = 0; start < refs.length; start += READ_BATCH_SIZE) {
        const page = await repo.listTargets({ refs: refs.slice(start, start + READ_BATCH_SIZE) }, filter)
        await waitForFreeTurn()
        all.push(...page)
      }
    } while (refs.length === FOUND_BATCH_SIZE)
    return all
  },
})
