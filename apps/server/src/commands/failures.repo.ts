import { FAILURE_STATUSES } from '@atalaya/contract/commands'
import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** A failed command, with the `ref` of its agent; `at` in ms. */
export type FailedCommand = { ref: number; at: number; command: string }
/**
 * Instants in ms; only later failures count. `fleet` is for the agents of all owners; null if none of their failures
 * counts. `owners` is for the agents of one owner each. A failure counts if either instant admits it.
 */
export type CountedSince = { fleet: number | null; owners: Map<string, number> }

/** Literals, not parameters: only then do the databases use the partial index. */
export const isFailure = sql<boolean>`commands.status in (${sql.join(FAILURE_STATUSES.map((status) => sql.lit(status)))})`

/** Later than any instant, so that no failure counts. */
const NEVER = Number.MAX_SAFE_INTEGER

/** SQL that finds failed commands of all agents. It is a long read, as it may find many. */
export function createFailuresRepo(db: Db | Tx) {
  return {
    /** Failures since an instant, newest first. */
    async failuresSince(at: number, limit: number): Promise<FailedCommand[]> {
      const newest = db
        .selectFrom('commands')
        .innerJoin('agents', 'agents.id', 'commands.agent_id')
        .select(['agents.ref', 'commands.ended_at', 'commands.command'])
        .where(isFailure)
        .where('commands.ended_at', '>', at)
        .orderBy('commands.ended_at', 'desc')
        .limit(limit)
      const rows = await executeLongRead(db, newest)
      return rows.map(({ ref, ended_at, command }) => ({ ref, at: Number(ended_at), command }))
    },

    /** Newest failed command of each agent, of those that count. */
    async newestFailures({ fleet, owners }: CountedSince): Promise<FailedCommand[]> {
      const fleetSince = fleet ?? NEVER
      const input = jsonRows(db, { owner_id: 'text', since: 'bigint' }, [...owners])
      const failures = sql<FailedCommand>`
        select ref, at, command from (
          select agents.ref, commands.ended_at as at, commands.command,
            row_number() over (partition by commands.agent_id order by commands.ended_at desc, commands.seq desc) as place
          from commands join agents on agents.id = commands.agent_id
          left join ${input} as input on input.owner_id = agents.owner_id
          where ${isFailure} and commands.ended_at > ${Math.min(fleetSince, ...owners.values())}
            and (commands.ended_at > ${fleetSince} or commands.ended_at > input.since)
        ) as failed where place = 1`
      return executeLongRead(db, failures)
    },
  }
}
