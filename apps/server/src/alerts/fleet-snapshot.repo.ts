import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { sql } from 'kysely'
import { CONNECTED } from '#server/agents/agent-row.ts'
import { type FailedCommand, isFailure } from '#server/commands/command-views.repo.ts'
import { executeAside } from '#server/db/aside.ts'
import { jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Instants in ms after which failed commands count: for agents of any owner (null: none), and by owner. */
export type FailuresSince = { fleet: number | null; owners: Map<string, number> }

/** More than any instant. */
const NEVER = Number.MAX_SAFE_INTEGER

/** SQL that finds agents for rules, one statement for all rules of a kind. It runs aside, as it may find all agents. */
export function createFleetSnapshotRepo(db: Db | Tx) {
  return {
    withStatus: (statuses: AgentStatus[]): Promise<{ ref: number; status: AgentStatus }[]> =>
      executeAside(db, db.selectFrom('agents').select(['ref', 'status']).where('status', 'in', statuses)),

    ownedBy: (ownerIds: string[]): Promise<{ ref: number; ownerId: string }[]> =>
      executeAside(
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
      const rows = await executeAside(db, silent)
      return new Map(rows.map(({ ref, at }) => [ref, Number(at)]))
    },

    /** Newest failed command of each agent, of those that count. */
    async newestFailures({ fleet, owners }: FailuresSince): Promise<FailedCommand[]> {
      const ofFleet = fleet ?? NEVER
      const given = jsonRows(db, { owner_id: 'text', since: 'bigint' }, [...owners])
      const failures = sql<FailedCommand>`
        select ref, at, command from (
          select agents.ref, commands.ended_at as at, commands.command,
            row_number() over (partition by commands.agent_id order by commands.ended_at desc, commands.seq desc) as place
          from commands join agents on agents.id = commands.agent_id
          left join ${given} as given on given.owner_id = agents.owner_id
          where ${isFailure} and commands.ended_at > ${Math.min(ofFleet, ...owners.values())}
            and (commands.ended_at > ${ofFleet} or commands.ended_at > given.since)
        ) as failed where place = 1`
      return executeAside(db, failures)
    },

    /** Agents of these versions; keys are the sortable form of a version. */
    async ofVersions(keys: string[]): Promise<number[]> {
      if (keys.length === 0) return []
      const rows = await executeAside(db, db.selectFrom('agents').select('ref').where('version_key', 'in', keys))
      return rows.map(({ ref }) => ref)
    },
  }
}
export type FleetSnapshotRepo = ReturnType<typeof createFleetSnapshotRepo>
