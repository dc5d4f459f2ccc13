import type { LiveEvent } from '@atalaya/contract/events'
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  holdsAgent,
  mergeAgent,
  mergeBatchCommand,
  mergeCommand,
  mergeRecords,
  newerSample,
  removeAgent,
} from '#web/features/agents/agent-cache.ts'
import type { AgentList } from '#web/features/agents/agent-list.ts'
import { agentKeys, agentQuery, agentRecordsQuery, RECORDS_SHOWN } from '#web/features/agents/agents.queries.ts'
import {
  agentCommandsKey,
  batchQuery,
  type CommandPage,
  reachQuery,
} from '#web/features/agents/commands/commands.queries.ts'
import { sampleQuery } from '#web/features/agents/telemetry.queries.ts'

type Heard<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>['data']

/** A thousand agents that come back at once ask for their totals once. */
const SETTLE_MS = 1_000

const due = new WeakMap<QueryClient, Set<string>>()

/** Reads again what an event changed without saying to what. */
function readSoon(client: QueryClient, queryKey: QueryKey) {
  const waiting = due.get(client) ?? new Set()
  due.set(client, waiting)
  const hash = hashKey(queryKey)
  if (waiting.has(hash)) return
  waiting.add(hash)
  setTimeout(() => {
    waiting.delete(hash)
    void client.invalidateQueries({ queryKey })
  }, SETTLE_MS)
}

function onAgent(client: QueryClient, agent: Heard<'agent.updated'>) {
  const lists = client.getQueriesData<AgentList>({ queryKey: agentKeys.lists })
  const isShown = lists.some(([, list]) => holdsAgent(list, agent.agentId))
  client.setQueriesData<AgentList>({ queryKey: agentKeys.lists }, (list) => list && mergeAgent(list, agent))
  client.setQueryData(agentQuery(agent.agentId).queryKey, (known) => known && { ...known, ...agent })
  if (!isShown) readSoon(client, agentKeys.lists)
  readSoon(client, agentKeys.stats)
  readSoon(client, reachQuery.queryKey)
}

function onAgentGone(client: QueryClient, { agentId }: Heard<'agent.deleted'>) {
  client.setQueriesData<AgentList>({ queryKey: agentKeys.lists }, (list) => list && removeAgent(list, agentId))
  client.setQueryData(agentQuery(agentId).queryKey, (known) => known && null)
  readSoon(client, agentKeys.lists)
  readSoon(client, agentKeys.stats)
  readSoon(client, reachQuery.queryKey)
}

function onData(client: QueryClient, { samples, records }: Heard<'agent.data'>) {
  for (const sample of samples) {
    client.setQueryData(sampleQuery(sample.agentId).queryKey, (known) =>
      known === undefined ? undefined : newerSample(known, sample),
    )
  }
  for (const agentId of new Set(records.map((record) => record.agentId))) {
    const own = records.filter((record) => record.agentId === agentId)
    client.setQueryData(
      agentRecordsQuery(agentId).queryKey,
      (known) => known && mergeRecords(known, own, RECORDS_SHOWN),
    )
  }
}

function onCommand(client: QueryClient, command: Heard<'command.updated'>) {
  const queryKey = agentCommandsKey(command.agentId)
  const pages = client.getQueriesData<CommandPage>({ queryKey })
  client.setQueriesData<CommandPage>({ queryKey }, (page) => page && mergeCommand(page, command))
  if (pages.every(([, page]) => !page?.commands.some(({ commandId }) => commandId === command.commandId))) {
    readSoon(client, queryKey)
  }

  const sending = batchQuery(command.batchId).queryKey
  const before = client.getQueryData(sending)
  const after = client.setQueryData(sending, (known) => known && mergeBatchCommand(known, command))
  if (before && after === before) readSoon(client, sending)
}

/** What the agent screens know, after a live event. */
export function applyAgentEvent(client: QueryClient, event: LiveEvent) {
  if (event.type === 'agent.updated') onAgent(client, event.data)
  else if (event.type === 'agent.deleted') onAgentGone(client, event.data)
  else if (event.type === 'agent.data') onData(client, event.data)
  else if (event.type === 'command.updated') onCommand(client, event.data)
}
