import type { Agent, AgentRecord } from '@atalaya/contract/agents'
import type { LiveEvent, Sample } from '@atalaya/contract/events'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import {
  type BatchPageData,
  type Commands,
  holdsAgent,
  holdsCommand,
  mergeAgent,
  mergeBatchCommand,
  mergeCommand,
  mergeRecords,
  newerSample,
  removeFromList,
} from '#web/features/agents/agent-cache.ts'
import type { AgentList } from '#web/features/agents/agent-list.ts'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import { readAgain } from '#web/lib/calls/read-again.ts'

type DataOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>['data']

/** Debounce: a thousand agents that reconnect at once cause one refetch. */
const DEBOUNCE_MS = 1_000

const readSoon = (client: QueryClient, queryKey: QueryKey) => readAgain(client, queryKey, DEBOUNCE_MS)

function onAgent(client: QueryClient, agent: DataOf<'agent.updated'>) {
  const lists = client.getQueriesData<AgentList>({ queryKey: agentKeys.lists })
  const isShown = lists.some(([, list]) => holdsAgent(list, agent.agentId))
  client.setQueriesData<AgentList>({ queryKey: agentKeys.lists }, (list) => list && mergeAgent(list, agent))
  client.setQueryData<Agent | null>(agentKeys.agent(agent.agentId), (known) => known && { ...known, ...agent })
  // An agent on no loaded page may be new, or may now match a list's filter.
  if (!isShown) readSoon(client, agentKeys.lists)
  readSoon(client, agentKeys.stats)
  readSoon(client, agentKeys.attention)
  readSoon(client, agentKeys.reachedCount)
}

function onAgentGone(client: QueryClient, { agentId }: DataOf<'agent.deleted'>) {
  client.setQueriesData<AgentList>({ queryKey: agentKeys.lists }, (list) => list && removeFromList(list, agentId))
  // Null shows the agent as missing; an agent that is not loaded stays undefined.
  client.setQueryData<Agent | null>(agentKeys.agent(agentId), (known) => known && null)
  // Charts of other agents may show the deleted one for comparison.
  readSoon(client, agentKeys.ranges)
  readSoon(client, agentKeys.lists)
  readSoon(client, agentKeys.stats)
  readSoon(client, agentKeys.attention)
  readSoon(client, agentKeys.reachedCount)
}

function onData(client: QueryClient, { samples, records }: DataOf<'agent.data'>) {
  for (const sample of samples) {
    client.setQueryData<Sample | null>(agentKeys.sample(sample.agentId), (known) =>
      known === undefined ? undefined : newerSample(known, sample),
    )
  }
  for (const agentId of new Set(records.map((record) => record.agentId))) {
    const ofThisAgent = records.filter((record) => record.agentId === agentId)
    client.setQueryData<AgentRecord[]>(agentKeys.records(agentId), (known) => known && mergeRecords(known, ofThisAgent))
  }
}

function onCommand(client: QueryClient, command: DataOf<'command.updated'>) {
  const queryKey = agentKeys.commands(command.agentId)
  const pages = client.getQueriesData<Commands>({ queryKey })
  client.setQueriesData<Commands>({ queryKey }, (page) => page && mergeCommand(page, command))
  if (!pages.some(([, page]) => page && holdsCommand(page, command.commandId))) readSoon(client, queryKey)

  readSoon(client, agentKeys.activity)
  readSoon(client, agentKeys.attention)

  const batchKey = agentKeys.batch(command.batchId)
  const batchPages = client.getQueriesData<BatchPageData>({ queryKey: batchKey })
  client.setQueriesData<BatchPageData>({ queryKey: batchKey }, (known) => known && mergeBatchCommand(known, command))
  // A page without this command can't know its old state, so its counts are refetched.
  if (batchPages.some(([, page]) => page && !holdsCommand(page, command.commandId))) readSoon(client, batchKey)
}

/** Applies a live event to the cached data of the agent screens. */
export function applyAgentEvent(client: QueryClient, event: LiveEvent) {
  if (event.type === 'agent.updated') onAgent(client, event.data)
  else if (event.type === 'agent.deleted') onAgentGone(client, event.data)
  else if (event.type === 'agent.data') onData(client, event.data)
  else if (event.type === 'command.updated') onCommand(client, event.data)
}
