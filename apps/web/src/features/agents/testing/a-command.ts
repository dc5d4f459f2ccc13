import type { Batch, Command } from '@atalaya/contract/commands'

/** Queued `ping` for agent `a`. */
export function aCommand(overrides: Partial<Command> = {}): Command {
  const commandId = overrides.commandId ?? 'c1'
  return {
    commandId,
    _id: commandId,
    batchId: 'b1',
    agentId: 'a',
    agentName: 'nas',
    command: 'ping',
    args: {},
    status: 'queued',
    attempt: 0,
    requestedBy: { _id: 'u1', username: 'ana' },
    createdAt: '2026-03-01T12:00:00.000Z',
    notAfter: '2026-03-02T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    startedAt: null,
    endedAt: null,
    exitCode: null,
    output: null,
    truncated: false,
    reason: null,
    ...overrides,
  }
}

export const aBatch: Batch = {
  batchId: 'b1',
  command: 'ping',
  args: {},
  requestedBy: { _id: 'u1', username: 'ana' },
  createdAt: '2026-03-01T12:00:00.000Z',
  total: 1,
  agent: { agentId: 'a', name: 'nas' },
  leftOut: [],
  counts: { queued: 1 },
}
