import { type AgentCsv, type CsvColumn, csvColumn } from '@atalaya/contract/agent-listing'
import type { Agent } from '@atalaya/contract/agents'
import type { Actor } from '#server/domain/actors.ts'
import { type Cell, csvLine } from '#server/domain/csv.ts'
import { AppError } from '#server/domain/errors.ts'
import { ownTurn } from '#server/domain/own-turn.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { filterOf } from './agent-list.ts'
import { orderOf, type Place } from './agent-order.repo.ts'
import { toAgent } from './agent-row.ts'
import type { AgentsRepo } from './agents.repo.ts'
import type { FindOutdated } from './outdated.ts'

/** Agents that are read at once, and held in memory. */
const AT_ONCE = 250

const COLUMNS: Record<CsvColumn, [title: string, cell: (agent: Agent) => Cell]> = {
  id: ['ID', (agent) => agent.agentId],
  name: ['Name', (agent) => agent.name],
  host: ['Host', (agent) => agent.machine?.hostname],
  status: ['Status', (agent) => agent.status],
  ip: ['IP', (agent) => agent.ip],
  lastSeen: ['Last seen', (agent) => agent.lastSeen],
  tags: ['Tags', (agent) => agent.tags.join(', ')],
  cpu: ['CPU %', (agent) => agent.numbers?.cpu],
  memory: ['Memory %', (agent) => agent.numbers?.memory],
  disk: ['Disk %', (agent) => agent.numbers?.disk],
  temperature: ['Temperature °C', (agent) => agent.numbers?.temperature],
  system: ['System', (agent) => agent.machine?.os],
  version: ['Version', (agent) => agent.machine?.version],
  owner: ['Owner', (agent) => agent.user.username],
}

type Needs = {
  repo: Pick<AgentsRepo, 'list' | 'placeOf'>
  count(which: AgentFilter): Promise<number>
  findOutdated: FindOutdated
  now: () => number
}

/**
 * A list of agents as CSV (RFC 4180), in the same order as the list shows, read in batches. Agents that come, go or
 * move in the order meanwhile may be missing or there twice.
 */
export function createAgentCsv({ repo, count, findOutdated, now }: Needs) {
  return async function* (actor: Actor, { columns, ids, ...listing }: AgentCsv): AsyncGenerator<string> {
    const shown = csvColumn.options.filter((name) => columns?.includes(name) ?? true).map((name) => COLUMNS[name])
    const head = csvLine(shown.map(([title]) => title))
    const seen = await filterOf(actor, listing, findOutdated)
    const filter = seen && { ...seen, ids }
    const order = orderOf(listing)
    const found = filter ? await count(filter) : 0
    let behind: Place | undefined
    let text = head
    while (filter) {
      await ownTurn()
      const stored = await repo.list(filter, { limit: AT_ONCE, offset: 0, found, order, behind })
      const agents = stored.map((one) => toAgent(one, now()))
      yield text + agents.map((agent) => csvLine(shown.map(([, cell]) => cell(agent)))).join('')
      text = ''
      const last = agents.at(-1)
      if (!last || agents.length < AT_ONCE) return
      behind = await repo.placeOf(last.agentId, order)
      if (!behind) throw new AppError('conflict', 'An agent was removed while the list was written; try again')
    }
    yield text
  }
}
