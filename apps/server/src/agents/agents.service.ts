import type { AgentCsv, AgentsListed } from '@atalaya/contract/agent-listing'
import type { Agent } from '@atalaya/contract/agents'
import type { Capability } from '@atalaya/contract/capability'
import type { LiveEvent } from '@atalaya/contract/events'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { FindRecent } from '#server/db/read-cache.ts'
import type { Actor, AgentActor } from '#server/domain/actors.ts'
import { textOfKey } from '#server/domain/agent-index-columns.ts'
import { runInFreeTurns } from '#server/domain/free-turn.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { createAgentChanges, notFound } from './agent-changes.ts'
import { createAgentCounts } from './agent-counts.ts'
import { createAgentCsv } from './agent-csv.ts'
import type { ReadAgentFile } from './agent-file.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { csvDownloads } from './agent-limits.ts'
import { createAgentList, filterOf, type ListAnswer } from './agent-list.ts'
import { createAgentRemoval } from './agent-removal.ts'
import { toAgent } from './agent-row.ts'
import { createAgentTargets } from './agent-targets.ts'
import { type AgentIdentity, agentIdOf, isAgentToken } from './agent-tokens.ts'
import type { AgentsRepo } from './agents.repo.ts'
import { createClearHiddenBehind } from './clear-hidden-behind.ts'
import { createFindOutdated } from './find-outdated.ts'
import { createFindToCompare } from './find-to-compare.ts'
import { maySee, visibleAgents } from './visible-agents.ts'

const TAGS_MAX = 500
/** Maximum of systems and versions that are offered as filters. */
const FACETS_MAX = 100
/** Maximum of agents that `GET /api/v1/agents/{userId}` returns. Owners with more page through the list. */
const OWNED_MAX = 1000

type Needs = {
  repo: AgentsRepo
  tx: RunInTransaction<'agents' | 'audit'>
  live: Live
  signals: AgentSignals
  limits: RateLimits
  readAgentFile: ReadAgentFile
  /** Removes the telemetry of deleted agents. */
  removeData(refs: number[]): Promise<void>
  findRecent: FindRecent<ListAnswer>
  now: () => number
}
type Counts = { total: number; online: number }

/** Agents as owners and administrators see and change them. Others get the answer for an unknown agent. */
export function createAgentsService(needs: Needs) {
  const { repo, tx, live, signals, limits, readAgentFile, removeData, findRecent, now } = needs
  const count = createAgentCounts(repo.count, now)
  const findOutdated = createFindOutdated(repo, readAgentFile)
  const clearHiddenBehind = createClearHiddenBehind(repo)
  const writeCsv = createAgentCsv({ repo, count, findOutdated, now })

  /** @throws AppError not_found, also if the agent is somebody else's: the caller can't tell both cases apart. */
  async function get(actor: Actor, id: string): Promise<Agent> {
    const agent = await repo.find(id)
    if (!agent || !maySee(actor, agent)) throw notFound()
    return agent
  }

  async function countWithOnline(filter: AgentFilter): Promise<Counts> {
    const [total, online] = await Promise.all([count(filter), count({ ...filter, isConnected: true })])
    return { total, online }
  }

  const publish = (event: LiveEvent, ownerId: string) => live.emit(event, { userIds: [ownerId], admins: true })

  async function publishChange(id: string): Promise<Agent> {
    const agent = await repo.find(id)
    if (!agent) throw notFound()
    publish({ type: 'agent.updated', data: agent }, agent.user._id)
    return agent
  }

  /** The agent without `behind` if the caller may not see that other agent. */
  const asSeenBy = async (actor: Actor, agent: Agent): Promise<Agent> =>
    (await clearHiddenBehind(actor, [agent]))[0] ?? agent

  const publishRemoval = (agent: Agent) =>
    publish({ type: 'agent.deleted', data: { agentId: agent.agentId } }, agent.user._id)

  /**
   * Publishes the present state of these agents to owners and administrators. Thousands change at once when an instance
   * ends.
   */
  const announce = (ids: string[]): Promise<void> =>
    runInFreeTurns(ids, async (some) => {
      for (const agent of await repo.findMany(some)) publish({ type: 'agent.updated', data: agent }, agent.user._id)
    })

  /** The agent that a token belongs to, or null. */
  async function authenticate(token: string): Promise<AgentIdentity | null> {
    const id = agentIdOf(token)
    const agent = id === null ? null : await repo.findIdentity(id)
    return agent && isAgentToken(token, agent.tokenHash) ? agent : null
  }

  /**
   * Identity of an agent that the caller may see. It lacks the tags, so a selector is checked on the whole agent.
   *
   * @throws AppError not_found if there is no such agent, or the caller may not see it
   */
  async function getIdentity(actor: Actor, id: string): Promise<AgentIdentity> {
    if (actor.credential?.selector) await get(actor, id)
    const agent = await repo.findIdentity(id)
    if (!agent || !(actor.role === 'admin' || agent.ownerId === actor.userId)) throw notFound()
    return agent
  }

  return {
    get,
    ...createAgentChanges({ tx, signals, limits, get, publishChange, now }),
    ...createAgentRemoval({ repo, tx, signals, get, announce, publishRemoval, removeData, now }),

    authenticate,
    async authenticateActor(token: string): Promise<AgentActor | null> {
      const agent = await authenticate(token)
      return agent && { kind: 'agent', agentId: agent.id }
    },
    findIdentity: (id: string): Promise<AgentIdentity | null> => repo.findIdentity(id),

    getIdentity,
    asSeenBy,
    /** True unless the caller's credential selects agents and leaves this one out. */
    async isSelected(actor: Actor, id: string): Promise<boolean> {
      if (!actor.credential?.selector) return true
      const agent = await repo.find(id)
      return agent !== null && maySee(actor, agent)
    },
    /** Agents that the caller may see, the most recently seen first; those that never connected come last. */
    lastSeen: (actor: Actor, limit: number): Promise<{ id: string; ref: number }[]> =>
      repo.listLastSeen(visibleAgents(actor), limit),

    findToCompare: createFindToCompare({ repo, count, now }),
    list: createAgentList({ repo, count, get, findOutdated, clearHiddenBehind, findRecent, now }),
    /** @throws AppError too_many for too many downloads, before the first line */
    csv(actor: Actor, query: AgentCsv): AsyncGenerator<string> {
      limits.spend(csvDownloads, actor.userId)
      return writeCsv(actor, query)
    },

    /** The agent with this id, or all agents of the account with this id. */
    async getOrOwned(actor: Actor, id: string): Promise<{ agent: Agent } | ({ agents: Agent[] } & Counts)> {
      const agent = await repo.find(id)
      if (agent) return { agent: await asSeenBy(actor, await get(actor, id)) }
      if (actor.role !== 'admin' && actor.userId !== id) throw notFound()
      // The owner's whole list is beyond a credential that selects only some agents.
      if (actor.credential?.selector) throw notFound()
      const agents = (await repo.list({ ownerId: id }, { limit: OWNED_MAX, offset: 0 })).map((stored) =>
        toAgent(stored, now()),
      )
      if (agents.length === 0 && actor.userId !== id) throw notFound()
      return { agents, ...(await countWithOnline({ ownerId: id })) }
    },

    async stats(): Promise<{ agentsTotal: number; agentsOnline: number }> {
      const [agentsTotal, agentsOnline] = await Promise.all([count({}), count({ isConnected: true })])
      return { agentsTotal, agentsOnline }
    },

    findOutdated,

    /** Counts the agents that the caller may see: all of them, and those in trouble, by kind. Up to `max` of each. */
    async countTroubles(actor: Actor, max: number) {
      const visible = visibleAgents(actor)
      const statuses = ['offline', 'degraded', 'quarantined', 'pending'] as const
      const filters: AgentFilter[] = [
        {},
        { trouble: 'critical' },
        { versionKeys: await findOutdated() },
        ...statuses.map((status) => ({ status: [status] })),
      ]
      const numbers = await repo.countSome(
        filters.map((filter) => ({ ...visible, ...filter })),
        max,
      )
      const [agents = 0, critical = 0, outdated = 0, offline = 0, degraded = 0, quarantined = 0, pending = 0] = numbers
      return { agents, critical, outdated, offline, degraded, quarantined, pending }
    },

    /** Counts the agents of a list that a command would reach: those that the caller may see. */
    async countReached(actor: Actor, listed: AgentsListed): Promise<Counts> {
      const filter = await filterOf(actor, listed, findOutdated)
      return filter ? countWithOnline(filter) : { total: 0, online: 0 }
    },
    async tags(actor: Actor): Promise<string[]> {
      const tags = await repo.tags(visibleAgents(actor))
      // Sorts by code units before the cut, as `localeCompare` is slow on thousands of tags.
      return tags
        .sort()
        .slice(0, TAGS_MAX)
        .sort((a, b) => a.localeCompare(b))
    },
    async facets(actor: Actor): Promise<{ systems: string[]; versions: string[] }> {
      const visible = visibleAgents(actor)
      const systems = await repo.distinctValues('system', visible, FACETS_MAX)
      const keys = await repo.distinctValues('version_key', visible, FACETS_MAX)
      // Newest version first, as people mostly look for it.
      return { systems, versions: keys.toReversed().map(textOfKey) }
    },
    /** Finds out which of these agents offer a command. Agents that have reported none are left out. */
    offersOf: (ids: string[], command: string): Promise<Map<string, boolean>> => repo.offersOf(ids, command),
    async capabilities(actor: Actor, id: string): Promise<Capability[]> {
      await getIdentity(actor, id)
      return repo.capabilities(id)
    },

    ...createAgentTargets(repo, findOutdated),
    announce,
  }
}
export type AgentsService = ReturnType<typeof createAgentsService>
