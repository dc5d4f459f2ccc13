import { expect, test } from 'vitest'
import {
  type Destination,
  destinationLabel,
  reachedCountText,
  targetOf,
} from '#web/features/agents/commands/destination.ts'

const agent = { id: 'a1', agentId: 'a1', name: 'nas', isOnline: true, status: 'online' as const }

test.each<[Destination, string, object]>([
  [{ kind: 'all' }, 'All Agents', {}],
  [{ kind: 'one', agent }, 'nas (a1)', { agentId: 'a1' }],
  [{ kind: 'one', agent: { ...agent, name: null } }, 'a1', { agentId: 'a1' }],
  [{ kind: 'selected', ids: ['a1', 'b2'] }, '2 selected agents', { agentIds: ['a1', 'b2'] }],
  [{ kind: 'selected', ids: ['a1'] }, '1 selected agent', { agentIds: ['a1'] }],
])('%j is shown as %s', (destination, label, target) => {
  expect(destinationLabel(destination)).toBe(label)
  expect(targetOf(destination)).toEqual(target)
})

test.each([
  [0, 0, 'No agents to reach'],
  [1, 1, 'Reaches 1 agent, 1 online now'],
  [1, 0, 'Reaches 1 agent, 0 online now; 1 will get it when it connects'],
  [3, undefined, 'Reaches 3 agents'],
  [12, 9, 'Reaches 12 agents, 9 online now; 3 will get it when they connect'],
])('%s reached agents, %s of them online, are shown as "%s"', (total, online, text) => {
  expect(reachedCountText({ total, online })).toBe(text)
})

test('only online agents count if the others are left out', () => {
  expect(reachedCountText({ total: 12, online: 9 }, 'skip')).toBe(
    'Reaches 9 of 12 agents: only agents that are online now',
  )
  expect(reachedCountText({ total: 12, online: undefined }, 'skip')).toBe(
    'Reaches those of 12 agents: only agents that are online now',
  )
})

test('an agent that never connected is not promised to return', () => {
  expect(reachedCountText({ total: 1, online: 0, isNew: true })).toBe(
    'Reaches 1 agent, never connected until now: gets it only if it connects in time',
  )
  expect(reachedCountText({ total: 1, online: 0, isNew: true }, 'skip')).toBe(
    'Reaches 0 of 1 agent: only agents that are online now',
  )
})
