import type { Agent, AgentStatus } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** What an agent says of itself when it connects, and where it does. */
export type Arrival = {
  agentId: string
  instance: string
  ip: string
  machine: NonNullable<Agent['machine']>
  capabilities: unknown[]
  resumeHash: string
  now: number
}

export type Welcome = { epoch: number; name: string | null; tags: string[] }

/** A status, as the connection with this epoch knows it; `seenAt` is null where nothing was heard of the agent. */
export type PresenceChange = { agentId: string; epoch: number; status: AgentStatus; seenAt: number | null }

/** SQL on what connecting and losing the connection change of an agent. */
export function createGatewayRepo(db: Db | Tx) {
  return {
    /** Makes the agent online under a new epoch; null when it has been removed meanwhile. */
    async arrive(arrival: Arrival): Promise<Welcome | null> {
      const row = await db
        .updateTable('agents')
        .set((agent) => ({
          epoch: agent('epoch', '+', 1),
          status: 'online',
          instance: arrival.instance,
          ip: arrival.ip,
          machine: JSON.stringify(arrival.machine),
          capabilities: JSON.stringify(arrival.capabilities),
          resume_previous: agent.ref('resume_hash'),
          resume_hash: arrival.resumeHash,
          last_seen: arrival.now,
        }))
        .where('id', '=', arrival.agentId)
        .returning(['epoch', 'name', 'tags'])
        .executeTakeFirst()
      return row ? { epoch: row.epoch, name: row.name, tags: JSON.parse(row.tags) } : null
    },

    /** Stores statuses; a change that an older connection reports is left out. Returns whom it changed. */
    async saveStatuses(changes: PresenceChange[]): Promise<string[]> {
      const rows = changes.map(({ agentId, epoch, status, seenAt }) => [agentId, epoch, status, seenAt])
      const given = jsonRows(db, { agent_id: 'text', epoch: 'integer', status: 'text', seen_at: 'bigint' }, rows)
      const { rows: changed } = await sql<{ id: string }>`
        update agents set status = given.status, last_seen = coalesce(given.seen_at, agents.last_seen)
        from ${given} as given
        where agents.id = given.agent_id and agents.epoch = given.epoch
        returning agents.id`.execute(db)
      return changed.map((row) => row.id)
    },

    async saveLastSeen(agentIds: string[], at: number): Promise<void> {
      const given = jsonRows(
        db,
        { agent_id: 'text' },
        agentIds.map((id) => [id]),
      )
      await sql`update agents set last_seen = ${at} from ${given} as given where agents.id = given.agent_id`.execute(db)
    },

    /** After a start: whoever was connected to the process before has yet to come back. */
    async markAbandoned(): Promise<void> {
      await db
        .updateTable('agents')
        .set({ status: 'reconnecting', instance: null })
        .where('status', 'not in', ['offline', 'pending'])
        .execute()
    },

    /** Those that never came back after a start are offline. Returns whom it changed. */
    async expireAbandoned(): Promise<string[]> {
      const rows = await db
        .updateTable('agents')
        .set({ status: 'offline' })
        .where('status', '=', 'reconnecting')
        .where('instance', 'is', null)
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },
  }
}
export type GatewayRepo = ReturnType<typeof createGatewayRepo>
