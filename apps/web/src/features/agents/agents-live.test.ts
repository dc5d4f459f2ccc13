import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AgentList, toAgentList } from '#web/features/agents/agent-list.ts'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import { agentListQuery, agentQuery, agentRecordsQuery, agentStatsQuery } from '#web/features/agents/agents.queries.ts'
import { applyAgentEvent } from '#web/features/agents/agents-live.ts'
import { agentCommandsQuery, batchQuery } from '#web/features/agents/commands/commands.queries.ts'
import { sampleQuery } from '#web/features/agents/telemetry.queries.ts'
import { aBatch, aCommand } from '#web/features/agents/testing/a-command.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'

const paging = { page: 1, pageSize: 10 }
const listKey = agentListQuery(paging).queryKey
const pagination = { total: 1, current: 1, pages: 1, pageSize: 10 }

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
  client.setQueryData(listKey, toAgentList({ agents: [anAgent({ agentId: 'a' })], pagination }, paging))
  client.setQueryData(agentQuery('a').queryKey, anAgent({ agentId: 'a' }))
  client.setQueryData(agentStatsQuery.queryKey, { agentsTotal: 1, agentsOnline: 1 })
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

const list = () => client.getQueryData<AgentList>(listKey)
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated

test('agent.updated changes the list and the agent at once, and refreshes the totals soon', () => {
  applyAgentEvent(client, {
    type: 'agent.updated',
    data: anAgent({ agentId: 'a', status: 'offline', isOnline: false }),
  })
  expect(list()?.items[0]).toMatchObject({ status: 'offline' })
  expect(client.getQueryData(agentQuery('a').queryKey)).toMatchObject({ isOnline: false })
  expect(isStale(agentStatsQuery.queryKey)).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(isStale(agentStatsQuery.queryKey)).toBe(true)
  expect(isStale(listKey)).toBe(false)
})

test('agents on other pages refresh the lists, once for a thousand events', () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  for (let n = 0; n < 1000; n += 1) {
    applyAgentEvent(client, { type: 'agent.updated', data: anAgent({ agentId: `other-${n}` }) })
  }
  vi.advanceTimersByTime(1000)
  expect(isStale(listKey)).toBe(true)
  // Once for the list and once for the totals; no other query is loaded.
  expect(invalidate).toHaveBeenCalledTimes(2)
  expect(client.getQueryData(agentQuery('other-1').queryKey)).toBeUndefined()
})

test('agent.deleted removes the agent everywhere', () => {
  applyAgentEvent(client, { type: 'agent.deleted', data: { agentId: 'a' } })
  expect(list()).toMatchObject({ items: [], total: 0 })
  expect(client.getQueryData(agentQuery('a').queryKey)).toBeNull()
})

test('agent.data changes only data that are shown', () => {
  client.setQueryData(sampleQuery('a').queryKey, null)
  client.setQueryData(agentRecordsQuery('a').queryKey, [])
  const at = '2026-03-01T12:00:00.000Z'
  const record = { _id: 'r', agentId: 'a', createdAt: at, dataType: 'note', tags: [], data: { data: 1 } }
  const samples = ['a', 'b'].map((agentId) => ({ agentId, at, metrics: { 'cpu.percent': 5 } }))
  applyAgentEvent(client, { type: 'agent.data', data: { samples, records: [record] } })
  expect(client.getQueryData(sampleQuery('a').queryKey)?.metrics).toEqual({ 'cpu.percent': 5 })
  expect(client.getQueryData(agentRecordsQuery('a').queryKey)).toEqual([record])
  expect(client.getQueryCache().find({ queryKey: sampleQuery('b').queryKey })).toBeUndefined()
})

test('command.updated changes history and batch, and an unknown command refreshes them', () => {
  const history = agentCommandsQuery('a', 1, 10).queryKey
  const batchKey = batchQuery('b1', { page: 1, status: undefined }).queryKey
  client.setQueryData(history, { commands: [aCommand()], pagination })
  client.setQueryData(batchKey, { batch: aBatch, commands: [aCommand()], pagination })
  applyAgentEvent(client, { type: 'command.updated', data: aCommand({ status: 'running' }) })
  expect(client.getQueryData(history)?.commands[0]?.status).toBe('running')
  expect(client.getQueryData(batchKey)?.batch.counts).toEqual({ queued: 0, running: 1 })

  applyAgentEvent(client, { type: 'command.updated', data: aCommand({ commandId: 'c2' }) })
  vi.advanceTimersByTime(1000)
  expect(isStale(history)).toBe(true)
  expect(isStale(batchKey)).toBe(true)
})

test('a command on one page of a batch refreshes the counts of the other pages', () => {
  const [first, second] = [1, 2].map((page) => batchQuery('b1', { page, status: undefined }).queryKey)
  for (const [key, commandId] of [
    [first, 'c1'],
    [second, 'c2'],
  ] as const)
    client.setQueryData(key ?? [], { batch: aBatch, commands: [aCommand({ commandId })], pagination })
  applyAgentEvent(client, { type: 'command.updated', data: aCommand({ commandId: 'c1', status: 'running' }) })
  vi.advanceTimersByTime(1000)
  expect(isStale(second ?? [])).toBe(true)
})

test('each change of an agent refreshes totals and counts of reached agents, and a deletion also the lists', () => {
  const keys = [agentStatsQuery.queryKey, agentKeys.reachedCount, listKey]
  const areStaleAfterDebounce = () => {
    vi.advanceTimersByTime(1000)
    return keys.map(isStale)
  }
  client.setQueryData(agentKeys.reachedCount, 1)
  applyAgentEvent(client, { type: 'agent.updated', data: anAgent({ agentId: 'a' }) })
  expect(areStaleAfterDebounce()).toEqual([true, true, false])
  client.setQueryData(agentKeys.reachedCount, 1)
  client.setQueryData(agentStatsQuery.queryKey, { agentsTotal: 1, agentsOnline: 1 })
  applyAgentEvent(client, { type: 'agent.deleted', data: { agentId: 'a' } })
  expect(areStaleAfterDebounce()).toEqual([true, true, true])
})

test('records are added only to their agent', () => {
  const at = '2026-03-01T12:00:00.000Z'
  const recordOf = (agentId: string) => ({
    _id: `r-${agentId}`,
    agentId,
    createdAt: at,
    dataType: 'note',
    tags: [],
    data: { data: 1 },
  })
  for (const id of ['a', 'b']) client.setQueryData(agentRecordsQuery(id).queryKey, [])
  applyAgentEvent(client, {
    type: 'agent.data',
    data: { samples: [], records: [recordOf('a'), recordOf('b'), recordOf('c')] },
  })
  for (const id of ['a', 'b']) expect(client.getQueryData(agentRecordsQuery(id).queryKey)).toEqual([recordOf(id)])
  expect(client.getQueryData(agentRecordsQuery('c').queryKey)).toBeUndefined()
})

test('a change of a shown command refreshes nothing', () => {
  const history = agentCommandsQuery('a', 1, 10).queryKey
  const batchKey = batchQuery('b1', { page: 1, status: undefined }).queryKey
  client.setQueryData(history, { commands: [aCommand()], pagination })
  client.setQueryData(batchKey, { batch: aBatch, commands: [aCommand()], pagination })
  applyAgentEvent(client, { type: 'command.updated', data: aCommand({ status: 'running' }) })
  vi.advanceTimersByTime(1000)
  expect([isStale(history), isStale(batchKey)]).toEqual([false, false])
})

test('an event changes no data that is not loaded yet', () => {
  const neverResolve = () => new Promise<never>(() => undefined)
  const keys = [
    agentListQuery({ page: 2, pageSize: 10 }).queryKey,
    agentQuery('b').queryKey,
    sampleQuery('b').queryKey,
    agentRecordsQuery('b').queryKey,
    agentCommandsQuery('b', 1, 10).queryKey,
    batchQuery('b1', { page: 1, status: undefined }).queryKey,
  ]
  for (const queryKey of keys) void client.prefetchQuery({ queryKey, queryFn: neverResolve })
  const at = '2026-03-01T12:00:00.000Z'
  const record = { _id: 'r', agentId: 'b', createdAt: at, dataType: 'note', tags: [], data: { data: 1 } }
  const events: LiveEvent[] = [
    { type: 'agent.updated', data: anAgent({ agentId: 'b' }) },
    { type: 'agent.data', data: { samples: [{ agentId: 'b', at, metrics: {} }], records: [record] } },
    { type: 'command.updated', data: aCommand({ agentId: 'b' }) },
    { type: 'agent.deleted', data: { agentId: 'b' } },
  ]
  for (const event of events) applyAgentEvent(client, event)
  expect(keys.map((key) => client.getQueryData(key))).toEqual(keys.map(() => undefined))
})
