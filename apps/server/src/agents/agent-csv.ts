import { type AgentCsv, type CsvColumn, csvColumn } from '@atalaya/contract/agent-listing'
import type { Agent } from '@atalaya/contract/agents'
import type { Actor } from '#server/domain/actors.ts'
import { type Cell, csvLine } from '#server/domain/csv.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { AgentFilter } from './agent-filter.repo.ts'
import { filterOf } from './agent-list.ts'
import { type AgentCursor, type AgentOrder, orderOf } from './agent-order.repo.ts'
import { toAgent } from './agent-row.ts'
import type { AgentsRepo } from './agents.repo.ts'
import type { FindOutdated } from './find-outdated.ts'

/** Positions that one search returns. Their agents are read in smaller batches. */
export const CURSOR_BATCH_SIZE = 5000
/** Agents that are read and written at once. */
const BATCH_SIZE = 250

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
  repo: Pick<AgentsRepo, 'cursorsOf' | 'listAt'>
  count(which: AgentFilter): Promise<number>
  findOutdated: FindOutdated
  now: () => number
}

/**
 * A list of agents as CSV (RFC 4180), in the order of the list, read in batches. An agent that is added, removed or
 * moved in the order during the download may be missing or appear twice.
 */
export function createAgentCsv({ repo, count, findOutdated, now }: Needs) {
  async function* inOrder(filter: AgentFilter, order: AgentOrder): AsyncGenerator<Agent[]> {
    const total = await count(filter)
    let cursors: AgentCursor[] = []
    do {
      cursors = await repo.cursorsOf(filter, {
        limit: CURSOR_BATCH_SIZE,
        offset: 0,
        total,
        order,
        startAfter: cursors.at(-1),
      })
      for (let start = 0; start < cursors.length; start += BATCH_SIZE) {
        const stored = await repo.listAt(cursors.slice(start, start + BATCH_SIZE), filter, order)
        // Waits here, since several reads may end in one turn of the event loop.
        await waitForFreeTurn()
        yield stored.map((text) => toAgent(text, now()))
      }
    } while (cursors.length === CURSOR_BATCH_SIZE)
  }

  return async function* (actor: Actor, { columns, ids, ...listing }: AgentCsv): AsyncGenerator<string> {
    const shownColumns = csvColumn.options
      .filter((name) => columns?.includes(name) ?? true)
      .map((name) => COLUMNS[name])
    let unsentHeader = csvLine(shownColumns.map(([title]) => title))
    const filter = await filterOf(actor, listing, findOutdated)
    if (filter) {
      for await (const agents of inOrder({ ...filter, ids }, orderOf(listing))) {
        yield unsentHeader + agents.map((agent) => csvLine(shownColumns.map(([, cell]) => cell(agent)))).join('')
        unsentHeader = ''
      }
    }
    if (unsentHeader) yield unsentHeader
  }
}
