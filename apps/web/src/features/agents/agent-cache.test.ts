import type { AgentRecord } from '@atalaya/contract/agents'
import { expect, test } from 'vitest'
import {
  mergeAgent,
  mergeBatchCommand,
  mergeRecords,
  newerSample,
  RECORDS_SHOWN,
  removeFromList,
} from '#web/features/agents/agent-cache.ts'
import { toAgentList } from '#web/features/agents/agent-list.ts'
import { aBatch, aCommand } from '#web/features/agents/testing/a-command.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'

const list = toAgentList(
  {
    agents: [anAgent({ agentId: 'a' }), anAgent({ agentId: 'b' })],
    pagination: { total: 11, current: 1, pages: 2, pageSize: 10 },
  },
  { page: 1, pageSize: 10 },
)

test('agent.updated merges by id and leaves the others as they are', () => {
  const next = mergeAgent(list, anAgent({ agentId: 'b', status: 'offline', isOnline: false }))
  expect(next.items.map((item) => [item.id, item.status])).toEqual([
    ['a', 'online'],
    ['b', 'offline'],
  ])
  expect(next.items[0]).toBe(list.items[0])
})

test('agent.updated of an agent on another page changes nothing', () => {
  expect(mergeAgent(list, anAgent({ agentId: 'z' }))).toBe(list)
})

test('agent.deleted removes the agent and counts again', () => {
  const next = removeFromList(list, 'a')
  expect(next.items.map((item) => item.id)).toEqual(['b'])
  expect(next).toMatchObject({ total: 10, pages: 1 })
})

test('agent.deleted of an agent on another page changes nothing', () => {
  expect(removeFromList(list, 'z')).toBe(list)
})

const record = (id: string, minute: number): AgentRecord => ({
  _id: id,
  agentId: 'a',
  createdAt: `2026-03-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
  dataType: 'note',
  tags: [],
  data: { data: id },
})

test('new records come first, without duplicates, and the oldest are dropped', () => {
  const newest = RECORDS_SHOWN
  const known = Array.from({ length: RECORDS_SHOWN }, (_, back) => record(String(newest - back), newest - back))
  const merged = mergeRecords(known, [record('new', newest + 1), record(String(newest), newest)])
  expect(merged.map(({ _id }) => _id)).toEqual(['new', ...known.slice(0, -1).map(({ _id }) => _id)])
})

test.each([
  [null, 2, 2],
  [1, 2, 2],
  [3, 2, 3],
])('of two samples at %s and %s seconds, the one at %s is kept', (known, received, stays) => {
  const sample = (second: number) => ({ agentId: 'a', at: `2026-03-01T12:00:0${second}.000Z`, metrics: {} })
  expect(newerSample(known === null ? null : sample(known), sample(received))).toEqual(sample(stays))
})

test("a command's new state replaces the old one and is counted in its batch", () => {
  const results = {
    commands: [aCommand({ commandId: 'c1', status: 'running' }), aCommand({ commandId: 'c2', status: 'queued' })],
    batch: { ...aBatch, total: 2, counts: { running: 1, queued: 1 } },
  }
  const next = mergeBatchCommand(results, aCommand({ commandId: 'c1', status: 'succeeded' }))
  expect(next.commands.map(({ status }) => status)).toEqual(['succeeded', 'queued'])
  expect(next.batch.counts).toEqual({ running: 0, queued: 1, succeeded: 1 })
  expect(mergeBatchCommand(results, aCommand({ commandId: 'c9' }))).toBe(results)
})
