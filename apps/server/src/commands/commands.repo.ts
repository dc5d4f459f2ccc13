import type { CommandStatus, CommandStep } from '@atalaya/contract/commands'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { inputIds, isPostgres, jsonRows } from '#server/db/dialect.ts'
import { INNER_OF_BATCHES, removeInParts } from '#server/db/in-parts.ts'
import { executeByKeys, executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { CommandsTable } from '#server/db/schema-commands.ts'
import { executeUnread } from '#server/db/unread.ts'
import { type CommandState, isFinal } from './machine.ts'

type Row = Selectable<CommandsTable>
type Times = { silentMs: number; graceMs: number; forgetMs: number }

/** State of the agent when a command was sent to it. */
export type Recipient = { agentId: string; run: string; boot: string | null; version: string }

/** A claimed command: this instance sends it. */
export type ClaimedCommand = Pick<Row, 'id' | 'agent_id' | 'command' | 'args' | 'attempt' | 'not_after' | 'timeout_s'>

/** A command with the data that its state machine needs. */
export type OpenCommand = { row: Row; state: CommandState }

/** A command with an expired deadline. `isConnected`: its agent is connected. */
export type DueCommand = OpenCommand & { isConnected: boolean }

/** Columns that a step may change besides the status. */
export type Details = Partial<
  Pick<Row, 'taken_at' | 'started_at' | 'ended_at' | 'exit_code' | 'output' | 'truncated' | 'reason'>
>

/** First key of PostgreSQL's advisory locks for claims; any free number. Agents share `CLAIM_LOCKS` second keys. */
const CLAIM_LOCK = 7_201_002
const CLAIM_LOCKS = 256

const claimColumns = ['id', 'agent_id', 'command', 'args', 'attempt', 'not_after', 'timeout_s'] as const

/** SQL on commands and their history. */
export function createCommandsRepo(db: Db | Tx) {
  /** Serialises claims for an agent: two simultaneous ones would not see each other, and both would send a command. */
  async function serializeClaims(input: RawBuilder<unknown>): Promise<void> {
    if (!isPostgres(db)) return
    const locks = sql`select distinct abs(hashtext(agent_id) % ${CLAIM_LOCKS}) as lock from ${input} as input order by lock`
    const take = sql`select pg_advisory_xact_lock(${CLAIM_LOCK}, lock) from (${locks}) as locks`
    await executeUnread(db, { compile: () => take.compile(db) })
  }

  return {
    /** Adds the first step of all commands of a new batch. */
    async addFirstSteps(batchId: string, at: number): Promise<void> {
      await sql`
        insert into command_steps (command_id, at, status, attempt, reason)
        select id, ${at}, 'queued', 0, null from commands where batch_id = ${batchId}`.execute(db)
    },

    /**
     * Claims the next command of each agent (one sent before, else the oldest unexpired), and all that bypass the
     * queue. Runs inside a transaction: claimed rows can be read only after it. Cross joins as in `listWaiting`.
     */
    async claim(recipients: Recipient[], now: number): Promise<() => ClaimedCommand[]> {
      if (recipients.length === 0) return () => []
      const rows = recipients.map(({ agentId, ...agent }) => [agentId, JSON.stringify(agent)])
      const input = jsonRows(db, { agent_id: 'text', sent_to: 'text' }, rows)
      await serializeClaims(input)
      const claim = sql<ClaimedCommand>`
        with chosen as materialized (
          select open.id, input.sent_to from ${input} as input cross join commands as open
          where open.agent_id = input.agent_id and open.is_open = 1 and open.status = 'queued'
            and (open.bypass = 1 or open.seq = (
              select first.seq from commands as first
              where first.is_open = 1 and first.agent_id = input.agent_id and first.bypass = 0
                and not (first.status = 'queued' and first.doubt = 0 and first.not_after <= ${now})
              order by first.attempt = 0, first.seq limit 1
            ))
        )
        update commands set status = 'sent', doubt = 1, attempt = attempt + 1, sent_at = ${now}, updated_at = ${now},
          sent_to = chosen.sent_to, taken_at = null, started_at = null
        from chosen
        where commands.id = chosen.id and commands.is_open = 1 and commands.status = 'queued'
          and (commands.not_after > ${now} or commands.doubt = 1)
        returning ${sql.join(claimColumns.map((column) => sql.ref(`commands.${column}`)))}`
      const claimed = await executeUnread(db, { compile: () => claim.compile(db) })
      await sql`
        insert into command_steps (command_id, at, status, attempt)
        select commands.id, ${now}, 'sent', commands.attempt
        from ${input} as input cross join commands
        where commands.agent_id = input.agent_id and commands.is_open = 1 and commands.status = 'sent' and not exists (
          select 1 from command_steps as step
          where step.command_id = commands.id and step.status = 'sent' and step.attempt = commands.attempt
        )`.execute(db)
      return () => claimed().rows
    },

    /**
     * Changes a command if it is still in the state that the caller read. Runs inside a transaction, which does not
     * wait for the result. After the commit: false if another change came first.
     */
    async moveIfUnchanged(
      lastRead: Row,
      next: { status: CommandStatus; doubt: boolean },
      details: Details,
      now: number,
    ): Promise<() => boolean> {
      const update = db
        .updateTable('commands')
        .set({
          ...details,
          status: next.status,
          doubt: next.doubt ? 1 : 0,
          is_open: isFinal(next.status) ? 0 : 1,
          updated_at: now,
        })
        .where('id', '=', lastRead.id)
        .where('status', '=', lastRead.status)
        .where('attempt', '=', lastRead.attempt)
        .where('doubt', '=', lastRead.doubt)
      const step = sql`insert into command_steps (command_id, at, status, attempt, reason)
        select ${lastRead.id}, ${now}, ${next.status}, ${lastRead.attempt}, ${details.reason ?? null}`
      if (isPostgres(db)) {
        const both = sql`with moved as (${update.returning('id')}) ${step} from moved`
        const stepped = await executeUnread(db, { compile: () => both.compile(db) })
        return () => stepped().numAffectedRows === 1n
      }
      const updated = await executeUnread(db, update)
      // In SQLite `changes()` is the number of rows that the last statement changed.
      await sql`${step} where changes() = 1`.execute(db)
      return () => updated().numAffectedRows === 1n
    },

    async find(id: string): Promise<OpenCommand | null> {
      const row = await db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? { row, state: stateOf(row) } : null
    },

    async listOpenOf(agentId: string): Promise<OpenCommand[]> {
      const rows = await db
        .selectFrom('commands')
        .selectAll()
        .where('is_open', '=', 1)
        .where('agent_id', '=', agentId)
        .orderBy('seq')
        .execute()
      return rows.map((row) => ({ row, state: stateOf(row) }))
    },

    /** Commands with a deadline that has expired at `now`, after the command with `afterSeq`. */
    async listDue(now: number, afterSeq: number, times: Times, limit: number): Promise<DueCommand[]> {
      const found = db
        .selectFrom('commands')
        .innerJoin('agents', 'agents.id', 'commands.agent_id')
        .selectAll('commands')
        .select('agents.status as agent_status')
        .where('is_open', '=', 1)
        .where('seq', '>', afterSeq)
        .where(
          sql<boolean>`(
            (commands.status = 'queued' and commands.not_after <= ${now})
            or (commands.status = 'sent' and commands.sent_at <= ${now - times.silentMs})
            or (commands.status in ('delivered', 'running', 'cancelling')
              and coalesce(commands.taken_at, commands.sent_at) + commands.timeout_s * 1000 + ${times.graceMs} <= ${now})
            or (commands.not_after <= ${now - times.forgetMs})
          )`,
        )
        .orderBy('seq')
        .limit(limit)
      const rows = await executeLongRead(db, found)
      return rows.map(({ agent_status, ...row }) => ({
        row,
        state: stateOf(row),
        isConnected: !['offline', 'reconnecting', 'pending', 'quarantined'].includes(agent_status),
      }))
    },

    /**
     * Queued commands of these agents, and those that they must cancel. A cross join makes SQLite look up each agent.
     * Otherwise SQLite would scan all open commands once for each agent. A long read: each agent may have a hundred.
     */
    async listWaiting(agentIds: string[]): Promise<{ agentId: string; id: string; status: CommandStatus }[]> {
      const waiting = db
        .selectFrom(inputIds(db, agentIds))
        .crossJoin('commands')
        .whereRef('commands.agent_id', '=', 'input.id')
        .where('commands.is_open', '=', 1)
        .where('commands.status', 'in', ['queued', 'cancelling'])
        .select([
          'commands.agent_id as agentId',
          'commands.status',
          sql<string>`case when commands.status = 'cancelling' then commands.id else '' end`.as('id'),
        ])
        .distinct()
      return executeLongRead(db, waiting)
    },

    /** True if commands wait for this agent. */
    async hasQueued(agentId: string): Promise<boolean> {
      const first = db
        .selectFrom('commands')
        .select('seq')
        .where('agent_id', '=', agentId)
        .where('is_open', '=', 1)
        .where('status', '=', 'queued')
        .limit(1)
      return (await first.execute()).length > 0
    },

    /** Number of open commands of each agent; agents without any are left out. Joined as in `listWaiting`. */
    async countOpen(agentIds: string[]): Promise<Map<string, number>> {
      const count = db
        .selectFrom(inputIds(db, agentIds))
        .crossJoin('commands')
        .whereRef('commands.agent_id', '=', 'input.id')
        .where('commands.is_open', '=', 1)
        .select((of) => ['commands.agent_id', of.fn.countAll<number>().as('total')])
        .groupBy('commands.agent_id')
      const rows = await executeByKeys(db, count, agentIds.length)
      return new Map(rows.map((row) => [row.agent_id, Number(row.total)]))
    },

    async listSteps(commandId: string): Promise<CommandStep[]> {
      const rows = await db
        .selectFrom('command_steps')
        .select(['at', 'status', 'attempt', 'reason'])
        .where('command_id', '=', commandId)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
    },

    /** Removes batches that were sent before `before` and have ended. */
    async removeOlderThan(before: number): Promise<void> {
      const hasOpen = sql`select 1 from commands where batch_id = command_batches.id and is_open = 1`
      await removeInParts(db, {
        table: 'command_batches',
        where: sql`created_at < ${before} and not exists (${hasOpen})`,
        batchSize: 20,
        inner: INNER_OF_BATCHES,
      })
    },
  }
}
export type CommandsRepo = ReturnType<typeof createCommandsRepo>

function stateOf(row: Row): CommandState {
  return {
    status: row.status,
    attempt: row.attempt,
    doubt: row.doubt === 1,
    idempotent: row.idempotent === 1,
    needsProof: row.proof !== null,
  }
}
