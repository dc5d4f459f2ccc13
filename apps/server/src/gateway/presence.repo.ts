import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { lowerInParts } from '#server/db/in-parts.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { changeInParts, lastSeen, setStatusInParts } from './agents-in-parts.repo.ts'

/** Status of an agent, reported by the connection of this epoch; `seenAt` is null without contact. */
export type PresenceChange = {
  agentId: string
  epoch: number
  status: AgentStatus
  /** Message of the agent about its status. */
  message: string | null
  seenAt: number | null
}

/** SQL on the presence of many agents at once. */
export function createPresenceRepo(db: Db | Tx) {
  /** Marks agents as abandoned. A long read, because no index finds the agents of an instance. */
  async function abandon(condition: Expression<SqlBool>): Promise<string[]> {
    const isLost = sql<boolean>`status not in ('offline', 'pending', 'quarantined') and ${condition}`
    const lost = await executeLongRead(db, db.selectFrom('agents').select('id').where(isLost))
    return setStatusInParts(db, lost, { status: 'reconnecting', instance: null }, isLost)
  }

  return {
    /** Stores statuses; a change that an older connection reports is left out. Returns the changed agents. */
    async saveStatuses(changes: PresenceChange[]): Promise<string[]> {
      const columns = {
        agent_id: 'text',
        epoch: 'integer',
        status: 'text',
        message: 'text',
        seen_at: 'bigint',
      } as const
      return changeInParts(changes, async (some) => {
        const rows = some.map(({ agentId, epoch, status, message, seenAt }) => [
          agentId,
          epoch,
          status,
          message,
          seenAt,
        ])
        const changed = await sql<{ id: string }>`
          update agents set status = input.status, status_message = input.message,
            last_seen = coalesce(input.seen_at, agents.last_seen)
          from ${jsonRows(db, columns, rows)} as input
          where agents.id = input.agent_id and agents.epoch = input.epoch
          returning agents.id`.execute(db)
        return changed.rows
      })
    },

    async saveLastSeen(agentIds: string[], at: number): Promise<void> {
      await changeInParts(agentIds, async (some) => {
        const input = jsonRows(
          db,
          { agent_id: 'text' },
          some.map((id) => [id]),
        )
        await sql`update agents set last_seen = ${at} from ${input} as input where agents.id = input.agent_id`.execute(
          db,
        )
        return []
      })
    },

    /** Lowers last contacts to now: a later one was written while the clock ran ahead. */
    async lowerLastSeen(now: number): Promise<void> {
      await lowerInParts(db, { table: 'agents', column: 'last_seen', max: now, indexed: lastSeen })
    },

    /** Marks agents of other instances than these as abandoned. Agents that only post have no instance. */
    async abandonOtherInstances(instances: string[]): Promise<void> {
      const isOther = instances.length > 0 ? sql`instance not in (${sql.join(instances)})` : sql`true`
      await abandon(sql<boolean>`instance is not null and ${isOther}`)
    },

    /** Marks agents of this instance as abandoned. Returns their ids. */
    abandonInstance: (instance: string): Promise<string[]> => abandon(sql<boolean>`instance = ${instance}`),

    /** Sets abandoned agents that have not reconnected to offline. Returns their ids. */
    async expireAbandoned(): Promise<string[]> {
      const isAbandoned = sql<boolean>`status = 'reconnecting' and instance is null`
      const found = await executeLongRead(db, db.selectFrom('agents').select('id').where(isAbandoned))
      return setStatusInParts(db, found, { status: 'offline' }, isAbandoned)
    },
  }
}
