import type { Agent } from '@atalaya/contract/agents'
import { expect, test } from 'vitest'
import {
  type AgentSummary,
  agentMessage,
  isOwnedBy,
  isRunning,
  linkedAgentsCard,
  linkedAgentsLine,
  runningAgentsText,
} from '#web/app/home/agent-summary.ts'

const unknown: AgentSummary = {
  owned: null,
  runningOwned: null,
  online: null,
  total: null,
  isLoading: false,
  error: null,
}
const summary = (known: Partial<AgentSummary>): AgentSummary => ({ ...unknown, ...known })

test.each([
  ["Linked agents card text: 'Loading...'", { isLoading: true, owned: 3 }, 'Loading...'],
  ["'No agents'", { owned: 0, total: 0 }, 'No agents'],
  ['a count', { owned: 3, total: 40 }, '3'],
  ["or 'N global'", { owned: 0, total: 40 }, '40 global'],
  ["or 'N global', while one's own are not known", { total: 40 }, '40 global'],
  ['a dash, if neither number could be read', { error: 'x' }, '–'],
])('"%s"', (_sentence, known, text) => {
  expect(linkedAgentsCard(summary(known))).toBe(text)
})

test.each([
  ["loading gives 'Loading...'", { isLoading: true, runningOwned: 2, error: 'x' }, 'Loading...'],
  ["runningOwned above 0 gives '{n} active'", { runningOwned: 2, online: 9 }, '2 active'],
  ["zero gives 'None active'", { runningOwned: 0, online: 9 }, 'None active'],
  ["otherwise, if the online count is known, '{n} globals'", { online: 9 }, '9 globals'],
  ["otherwise, if the online count is known, '{n} globals' (before the error)", { online: 0, error: 'x' }, '0 globals'],
  ["on error 'Not available'", { error: 'x' }, 'Not available'],
  ["else 'No data'", {}, 'No data'],
])('"Agent summary display: %s"', (_sentence, known, text) => {
  expect(runningAgentsText(summary(known))).toBe(text)
})

test.each([
  ["Linked Agents line: 0 gives 'No agents'", { owned: 0 }, 'No agents'],
  ["else '{n} agent(s)'", { owned: 1 }, '1 agent(s)'],
  ["else '{n} agent(s)'", { owned: 12 }, '12 agent(s)'],
  ['while loading', { isLoading: true }, 'Loading...'],
  ['on error', { error: 'x' }, 'Not available'],
])('"%s"', (_sentence, known, text) => {
  expect(linkedAgentsLine(summary(known))).toBe(text)
})

test.each([
  [
    'You have not registered any agents yet. Visit the agents section to register the first one.',
    'Ada',
    { owned: 0, runningOwned: 0 },
  ],
  ['2 agent(s) running right now', 'Ada', { owned: 3, runningOwned: 2 }],
  ['Your agents are currently inactive.', 'Ada', { owned: 3, runningOwned: 0 }],
  ['Activate your account to get started.', '', { owned: 3, runningOwned: 2 }],
  ['Activate your account to get started.', undefined, { error: 'x' }],
  ['Could not load agent status: The server cannot be reached', 'Ada', { error: 'The server cannot be reached' }],
  ['', 'Ada', { isLoading: true }],
])("'%s'", (text, name, known) => {
  expect(agentMessage(name, summary(known))).toBe(text)
})

test.each<[Agent['status'], boolean, boolean]>([
  ['offline', true, true],
  ['online', false, true],
  ['running', false, true],
  ['reconnecting', false, false],
  ['offline', false, false],
])(
  '"An agent counts as running if isOnline is true or status is online or running": %s, %s',
  (status, isOnline, yes) => {
    expect(isRunning({ status, isOnline })).toBe(yes)
  },
)

const owner = { _id: 'U1', username: 'Ada', email: 'Ada@Example.com' }
const nobody = { _id: 'x', email: 'x@x', username: 'x', name: '', surname: '' }

test.each([
  ['by id', { user: { ...nobody, _id: 'u1' }, agentId: 'a', _id: 'a' }, true],
  ['by username', { user: { ...nobody, username: 'ADA' }, agentId: 'a', _id: 'a' }, true],
  ['by email', { user: { ...nobody, email: 'ada@example.COM' }, agentId: 'a', _id: 'a' }, true],
  ['against agentId', { user: nobody, agentId: 'ada', _id: 'a' }, true],
  ['against _id', { user: nobody, agentId: 'a', _id: 'u1' }, true],
  ['no other user', { user: nobody, agentId: 'a', _id: 'b' }, false],
])('"Owned agents are matched by id, username or email, compared case-insensitively": %s', (_how, agent, owned) => {
  expect(isOwnedBy(agent, owner)).toBe(owned)
})

test('an empty field of the agent matches nobody', () => {
  expect(isOwnedBy({ user: nobody, agentId: 'a', _id: 'b' }, { ...owner, username: '' })).toBe(false)
})
