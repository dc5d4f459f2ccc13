import { type Agent, machine, quarantine } from '@atalaya/contract/agents'
import type { Selectable } from 'kysely'
import type { UsersTable } from '#server/db/schema-accounts.ts'
import type { AgentsTable, FleetSchema } from '#server/db/schema-fleet.ts'

/** The statuses of an agent with a live connection. */
export const CONNECTED: AgentsTable['status'][] = ['online', 'running', 'degraded', 'updating']

const agentColumns = [
  'id',
  'name',
  'tags',
  'behind_id',
  'status',
  'status_message',
  'ip',
  'last_seen',
  'machine',
  'quarantine',
] as const
const numberColumns = ['at', 'cpu', 'memory', 'disk', 'temperature'] as const
const ownerColumns = ['id', 'email', 'username', 'name', 'surname'] as const
/** All that is shown of an agent, its numbers and its owner, in the order in which `toAgent` reads it. */
export const shownColumns = [
  ...agentColumns.map((name) => `agents.${name}`),
  'agents.created_at',
  ...numberColumns.map((name) => `agent_numbers.${name}`),
  ...ownerColumns.map((name) => `users.${name}`),
]

type Values<T, Names extends readonly (keyof T)[]> = { [N in keyof Names]: T[Names[N]] }
type Stored = [
  ...agent: Values<Selectable<AgentsTable>, typeof agentColumns>,
  createdAt: number,
  ...numbers: Values<FleetSchema['agent_numbers'], typeof numberColumns>,
  ...owner: Values<Selectable<UsersTable>, typeof ownerColumns>,
]

/**
 * An agent with its owner, from the JSON of `shownColumns`, in the contract's shape. A `lastSeen` in the future becomes
 * now.
 */
export function toAgent(text: string, now: number): Agent {
  const [id, name, tags, behind, status, message, ip, lastSeen, itsMachine, itsQuarantine, createdAt, ...rest] =
    JSON.parse(text) as Stored
  const [measuredAt, cpu, memory, disk, temperature, ownerId, email, username, ownerName, surname] = rest
  return {
    agentId: id,
    _id: id,
    user: { _id: ownerId, email, username, name: ownerName, surname },
    name,
    status,
    statusMessage: CONNECTED.includes(status) ? message : null,
    isOnline: CONNECTED.includes(status),
    ip,
    connectionInfo: { ipAddress: ip },
    lastSeen: lastSeen === null ? null : new Date(Math.min(lastSeen, now)).toISOString(),
    tags: JSON.parse(tags),
    behind,
    machine: itsMachine === null ? null : machine.parse(JSON.parse(itsMachine)),
    quarantine: itsQuarantine === null ? null : quarantine.parse(JSON.parse(itsQuarantine)),
    ...(measuredAt !== null && { numbers: { cpu, memory, disk, temperature } }),
    createdAt: new Date(createdAt).toISOString(),
  }
}
