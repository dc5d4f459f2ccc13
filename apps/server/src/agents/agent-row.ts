import { type Agent, machine, quarantine } from '@atalaya/contract/agents'
import type { Selectable } from 'kysely'
import type { AgentsTable } from '#server/db/schema-fleet.ts'

/** The statuses of an agent with a live connection. */
export const CONNECTED: AgentsTable['status'][] = ['online', 'running', 'degraded', 'updating']

export const agentColumns = [
  'agents.id',
  'agents.owner_id',
  'agents.name',
  'agents.tags',
  'agents.status',
  'agents.status_message',
  'agents.ip',
  'agents.last_seen',
  'agents.machine',
  'agents.quarantine',
  'agents.created_at',
] as const
export const ownerColumns = ['users.email', 'users.username', 'users.name as owner_name', 'users.surname'] as const

type Row = Pick<
  Selectable<AgentsTable>,
  | 'id'
  | 'owner_id'
  | 'name'
  | 'tags'
  | 'status'
  | 'status_message'
  | 'ip'
  | 'last_seen'
  | 'machine'
  | 'quarantine'
  | 'created_at'
> & { email: string; username: string; owner_name: string; surname: string }

/** An agent with its owner, as the contract shapes it. Nobody was heard of later than now. */
export function toAgent(row: Row, now: number): Agent {
  return {
    agentId: row.id,
    _id: row.id,
    user: {
      _id: row.owner_id,
      email: row.email,
      username: row.username,
      name: row.owner_name,
      surname: row.surname,
    },
    name: row.name,
    status: row.status,
    statusMessage: CONNECTED.includes(row.status) ? row.status_message : null,
    isOnline: CONNECTED.includes(row.status),
    ip: row.ip,
    connectionInfo: { ipAddress: row.ip },
    lastSeen: row.last_seen === null ? null : new Date(Math.min(row.last_seen, now)).toISOString(),
    tags: JSON.parse(row.tags),
    machine: row.machine === null ? null : machine.parse(JSON.parse(row.machine)),
    quarantine: row.quarantine === null ? null : quarantine.parse(JSON.parse(row.quarantine)),
    createdAt: new Date(row.created_at).toISOString(),
  }
}
