import { agentStatus } from '@atalaya/contract/agent-fields'
import { AGENT_LOOKS, agentTone } from '@atalaya/module-sdk/agent-status'
import { expect, test } from 'vitest'
import { adminTone, agentOption, agentTitle, statusLabel } from '#web/features/agents/status.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'

test('every status has a capitalised label; for an administrator only online is green', () => {
  const labelsAndTones = agentStatus.options.map((status) => [
    status,
    statusLabel(status),
    adminTone(status),
    agentTone(status),
  ])
  expect(labelsAndTones).toEqual([
    ['online', 'Online', 'success', 'success'],
    ['running', 'Running', 'destructive', 'success'],
    ['degraded', 'Degraded', 'destructive', 'warning'],
    ['updating', 'Updating', 'destructive', 'warning'],
    ['reconnecting', 'Reconnecting', 'destructive', 'warning'],
    ['offline', 'Offline', 'destructive', 'destructive'],
    ['pending', 'Pending', 'destructive', 'neutral'],
    ['quarantined', 'Quarantined', 'destructive', 'destructive'],
  ])
})

test('every status has a different sign', () => {
  const signs = Object.values(AGENT_LOOKS).map(({ sign }) => sign)
  expect(new Set(signs).size).toBe(agentStatus.options.length)
})

const machine = { hostname: 'host', os: 'linux', arch: 'x64', version: '1' }

test.each([
  [{ name: 'nas', machine }, 'nas', 'nas (agent-1)'],
  [{ name: null, machine }, 'host', 'agent-1'],
  [{ name: null }, 'agent-1', 'agent-1'],
])('%o is called %s, as a destination %s', (overrides, title, option) => {
  const agent = anAgent(overrides)
  expect(agentTitle(agent)).toBe(title)
  expect(agentOption(agent)).toBe(option)
})
