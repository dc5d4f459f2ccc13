import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { CONNECTED } from '#server/agents/agent-row.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** SQL that finds agents for rules, one statement for all rules of a kind. A long read, as it may find all agents. */
export function createFleetSnapshotRepo(db: Db | Tx) {
  return {
    withStatus: (statuses: AgentStatus[]): Promise<{ ref: number; status: AgentStatus }[]> =>
      executeLongRead(db, db.selectFrom('agents').select(['ref', 'status']).where('status', 'in', statuses)),

    ownedBy: (ownerIds: string[]): Promise<{ ref: number; ownerId: string }[]> =>
      executeLongRead(
        db,
        db.selectFrom('agents').select(['ref', 'owner_id as ownerId']).where('owner_id', 'in', ownerIds),
      ),

    /** Connected agents whose newest numbers are older than `at`, in ms. */
    async silentSince(at: number): Promise<Map<number, number>> {
      const silent = db
        .selectFrom('agent_numbers')
        .innerJoin('agents', 'agents.ref', 'agent_numbers.ref')
        .select(['agents.ref', 'agent_numbers.at'])
        .where('agent_numbers.at', '<', at)
        .where('agents.status', 'in', CONNECTED)
      const rows = await executeLongRead(db, silent)
      return new Map(rows.map(({ ref, at }) => [ref, Number(at)]))
    },

    /** Agents of these versions; keys are the sortable form of a version. */
    async ofVersions(keys: string[]): Promise<number[]> {
      if (keys.length === 0) return []
      const rows = await executeLongRead(db, db.selectFrom('agents').select('ref').where('version_key', 'in', keys))
      return rows.map(({ ref }) => ref)
    },
  }
}
export type FleetSnapshotRepo = ReturnType<typeof createFleetSnapshotRepo>
