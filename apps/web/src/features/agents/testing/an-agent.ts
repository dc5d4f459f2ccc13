import type { Agent } from '@atalaya/contract/agents'

const owner = { _id: 'u1', email: 'ana@example.org', username: 'ana', name: 'Ana', surname: 'Ruiz' }

/** Ana's online agent; `_id` equals `agentId` unless overridden. */
export function anAgent(overrides: Partial<Agent> = {}): Agent {
  const agentId = overrides.agentId ?? 'agent-1'
  return {
    agentId,
    _id: agentId,
    user: owner,
    name: 'nas',
    status: 'online',
    isOnline: true,
    ip: '192.168.1.20',
    connectionInfo: { ipAddress: '192.168.1.20' },
    lastSeen: '2026-03-01T12:00:00.000Z',
    tags: [],
    machine: null,
    behind: null,
    statusMessage: null,
    quarantine: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  }
}
