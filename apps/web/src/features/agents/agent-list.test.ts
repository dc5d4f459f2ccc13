import { expect, test } from 'vitest'
import { toAgentList } from '#web/features/agents/agent-list.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'

const pagination = { page: 2, pageSize: 20 }

test('an answer with data.agents and pagination is read', () => {
  const list = toAgentList(
    { agents: [anAgent({ agentId: 'a' })], pagination: { total: 41, current: 3, pages: 3, pageSize: 20 } },
    pagination,
  )
  expect(list).toMatchObject({ total: 41, page: 3, pageSize: 20, pages: 3 })
  expect(list.items[0]?.id).toBe('a')
})

test('missing numbers are taken from the request', () => {
  const list = toAgentList({ agents: [anAgent(), anAgent()] }, pagination)
  expect(list).toMatchObject({ total: 2, page: 2, pageSize: 20, pages: 1 })
})

test('a partial search is marked as partial', () => {
  expect(toAgentList({ agents: [], isPartial: true }, pagination).isPartial).toBe(true)
  expect(toAgentList({ agents: [] }, pagination).isPartial).toBe(false)
})

test('an empty fleet has one page', () => {
  expect(toAgentList({ agents: [], pagination: { total: 0 } }, pagination).pages).toBe(1)
})
