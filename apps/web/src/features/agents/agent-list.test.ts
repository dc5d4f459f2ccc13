import { expect, test } from 'vitest'
import { toAgentList } from '#web/features/agents/agent-list.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'

const asked = { page: 2, pageSize: 20 }

test('reads data.agents with pagination', () => {
  const list = toAgentList(
    { agents: [anAgent({ agentId: 'a' })], pagination: { total: 41, current: 3, pages: 3, pageSize: 20 } },
    asked,
  )
  expect(list).toMatchObject({ total: 41, page: 3, pageSize: 20, pages: 3 })
  expect(list.items[0]?.id).toBe('a')
})

test('reads items, total, page, pageSize', () => {
  const list = toAgentList({ items: [anAgent({ agentId: 'a' })], total: 7, page: 1, pageSize: 5 }, asked)
  expect(list).toMatchObject({ total: 7, page: 1, pageSize: 5, pages: 2 })
  expect(list.items).toHaveLength(1)
})

test('takes what is missing from what was asked for', () => {
  const list = toAgentList({ agents: [anAgent(), anAgent()] }, asked)
  expect(list).toMatchObject({ total: 2, page: 2, pageSize: 20, pages: 1 })
})

test('falls back to _id where there is no agentId', () => {
  const { agentId, ...rest } = anAgent({ agentId: 'x', _id: 'mongo' })
  expect(agentId).toBe('x')
  expect(toAgentList({ items: [rest] }, asked).items[0]).toMatchObject({ id: 'mongo', agentId: 'mongo' })
})

test('tells where not all agents were searched', () => {
  expect(toAgentList({ items: [], isPartial: true }, asked).isPartial).toBe(true)
  expect(toAgentList({ items: [] }, asked).isPartial).toBe(false)
})

test('an empty fleet has one page', () => {
  expect(toAgentList({ items: [], total: 0 }, asked).pages).toBe(1)
})
