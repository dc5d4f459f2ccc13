import type { Command, CommandStatus } from '@atalaya/contract/commands'
import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { isFailure } from './failures.repo.ts'

/** A command that is about to be stored. */
export type NewCommandRow = { id: string; agentId: string }
export type NewBatch = {
  id: string
  userId: string
  command: string
  args: Record<string, unknown>
  /** Number of its agents that were connected when it was sent. */
  online: number
  skipped: { agentId: string; reason: string }[]
  idempotencyKey: string | null
  requestHash: string
  kind: { timeoutS: number; idempotent: boolean; bypass: boolean; proof: string | null }
  notAfter: number
  now: number
}

/** Stored answer to a request, for a repetition with the same idempotency key. */
export type SentBatch = {
  id: string
  requestHash: string
  online: number
  skipped: { agentId: string; reason: string }[]
  commands: { commandId: string; agentId: string }[]
}

type BatchFilter = { ownerId: string | null; status?: CommandStatus | undefined }

const failuresFirst = sql`case when ${isFailure} then 0 else 1 end`

/** The commands for agents of an owner; `ownerId` null sees all. */
export const commandsVisibleTo = (db: Db | Tx, ownerId: string | null) =>
  db
    .selectFrom('commands')
    .innerJoin('agents', 'agents.id', 'commands.agent_id')
    .$if(ownerId !== null, (query) => query.where('agents.owner_id', '=', ownerId ?? ''))

/**
 * Commands of these batches. SQLite keeps the order of a cross join; otherwise it would begin with all commands of the
 * owner's agents.
 */
export const commandsOfBatches = (db: Db | Tx, batchIds: string[], ownerId: string | null) =>
  db
    .selectFrom('commands')
    .crossJoin('agents')
    .whereRef('agents.id', '=', 'commands.agent_id')
    .where('batch_id', 'in', batchIds)
    .$if(ownerId !== null, (query) => query.where('agents.owner_id', '=', ownerId ?? ''))

/** SQL on commands as people send and read them. Returns contract shapes. */
export function createCommandViewsRepo(db: Db | Tx) {
  const visibleCommands = () =>
    db
      .selectFrom('commands')
      .innerJoin('agents', 'agents.id', 'commands.agent_id')
      .innerJoin('command_batches', 'command_batches.id', 'commands.batch_id')
      .leftJoin('users', 'users.id', 'command_batches.user_id')
      .select([
        ...(['commands.id', 'batch_id', 'agent_id', 'agents.name as agent_name', 'agents.owner_id'] as const),
        ...(['commands.command', 'commands.args', 'commands.status', 'attempt', 'not_after'] as const),
        ...(['commands.created_at', 'updated_at', 'started_at', 'ended_at', 'exit_code', 'output'] as const),
        ...(['truncated', 'reason', 'users.id as user_id', 'users.username'] as const),
      ])

  /** A long read, as a batch may have a command for each agent. */
  const commandsOf = (batchId: string): Promise<SentBatch['commands']> =>
    executeLongRead(
      db,
      db
        .selectFrom('commands')
        .select(['id as commandId', 'agent_id as agentId'])
        .where('batch_id', '=', batchId)
        .orderBy('seq'),
    )

  return {
    /** Stores a batch with its commands, all queued. Runs inside a transaction. */
    async insert(batch: NewBatch, commands: NewCommandRow[]): Promise<void> {
      await db
        .insertInto('command_batches')
        .values({
          id: batch.id,
          user_id: batch.userId,
          command: batch.command,
          args: JSON.stringify(batch.args),
          total: commands.length,
          online: batch.online,
          skipped: JSON.stringify(batch.skipped),
          idempotency_key: batch.idempotencyKey,
          request_hash: batch.requestHash,
          created_at: batch.now,
        })
        .execute()
      const { kind, now } = batch
      const input = jsonRows(
        db,
        { id: 'text', agent_id: 'text' },
        commands.map(({ id, agentId }) => [id, agentId]),
      )
      await sql`
        insert into commands (id, batch_id, agent_id, command, args, status, is_open, attempt, doubt, idempotent, bypass,
          proof, timeout_s, not_after, truncated, created_at, updated_at)
        select input.id, ${batch.id}, input.agent_id, ${batch.command}, ${JSON.stringify(batch.args)}, 'queued', 1, 0, 0,
          ${kind.idempotent ? 1 : 0}, ${kind.bypass ? 1 : 0}, ${kind.proof}, ${kind.timeoutS}, ${batch.notAfter}, 0,
          ${now}, ${now}
        from ${input} as input join agents on agents.id = input.agent_id`.execute(db)
    },

    async findSent(userId: string, idempotencyKey: string): Promise<SentBatch | null> {
      const row = await db
        .selectFrom('command_batches')
        .select(['id', 'request_hash', 'online', 'skipped'])
        .where('user_id', '=', userId)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst()
      if (!row) return null
      const { id, request_hash: requestHash, online } = row
      return { id, requestHash, online, skipped: JSON.parse(row.skipped), commands: await commandsOf(id) }
    },

    /** A command in the contract's shape, and the owner of its agent. */
    async find(id: string): Promise<{ command: Command; ownerId: string } | null> {
      const row = await visibleCommands().where('commands.id', '=', id).executeTakeFirst()
      return row ? { command: toCommand(row), ownerId: row.owner_id } : null
    },

    async findMany(ids: string[]): Promise<{ command: Command; ownerId: string }[]> {
      const rows = await visibleCommands().where('commands.id', 'in', ids).execute()
      return rows.map((row) => ({ command: toCommand(row), ownerId: row.owner_id }))
    },

    async listOfAgent(agentId: string, limit: number, offset: number): Promise<{ commands: Command[]; total: number }> {
      const page = visibleCommands()
        .where('commands.agent_id', '=', agentId)
        .orderBy('seq', 'desc')
        .limit(limit)
        .offset(offset)
      const rows = await executeLongRead(db, page)
      const all = db.selectFrom('commands').select((of) => of.fn.countAll<number>().as('total'))
      // A long read, as it counts up to a year of commands.
      const [counted] = await executeLongRead(db, all.where('agent_id', '=', agentId))
      return { commands: rows.map(toCommand), total: Number(counted?.total) }
    },

    /** Filters agents: returns those that were ordered to restart, reboot or update since an instant. */
    async restartedSince(agentIds: string[], at: number): Promise<Set<string>> {
      const input = jsonRows(
        db,
        { id: 'text' },
        agentIds.map((id) => [id]),
      )
      const { rows } = await sql<{ id: string }>`
        select distinct input.id from ${input} as input join commands on commands.agent_id = input.id
        where proof is not null and sent_at > ${at}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    /** A page of a batch, failures first; with a status only commands of that status. */
    async listOfBatch(id: string, { ownerId, status }: BatchFilter, limit: number, offset: number): Promise<Command[]> {
      const page = commandsOfBatches(db, [id], ownerId)
        .select('commands.id')
        .$if(status !== undefined, (query) => query.where('commands.status', '=', status ?? 'queued'))
        .orderBy(failuresFirst)
        .orderBy('seq')
        .limit(limit)
        .offset(offset)
      const rows = await executeLongRead(
        db,
        visibleCommands().where('commands.id', 'in', page).orderBy(failuresFirst).orderBy('seq'),
      )
      return rows.map(toCommand)
    },
  }
}
export type CommandViewsRepo = ReturnType<typeof createCommandViewsRepo>

type ShownRow = {
  id: string
  batch_id: string
  agent_id: string
  agent_name: string | null
  command: string
  args: string
  status: CommandStatus
  attempt: number
  not_after: number
  created_at: number
  updated_at: number
  started_at: number | null
  ended_at: number | null
  exit_code: number | null
  output: string | null
  truncated: number
  reason: string | null
  user_id: string | null
  username: string | null
}

export const requesterOf = ({ user_id, username }: Pick<ShownRow, 'user_id' | 'username'>) =>
  user_id === null || username === null ? null : { _id: user_id, username }
const instant = (at: number) => new Date(at).toISOString()

function toCommand(row: ShownRow): Command {
  return {
    commandId: row.id,
    _id: row.id,
    batchId: row.batch_id,
    agentId: row.agent_id,
    agentName: row.agent_name,
    command: row.command,
    args: JSON.parse(row.args),
    status: row.status,
    attempt: row.attempt,
    requestedBy: requesterOf(row),
    createdAt: instant(row.created_at),
    notAfter: instant(row.not_after),
    updatedAt: instant(row.updated_at),
    startedAt: row.started_at === null ? null : instant(row.started_at),
    endedAt: row.ended_at === null ? null : instant(row.ended_at),
    exitCode: row.exit_code,
    output: row.output,
    truncated: row.truncated === 1,
    reason: row.reason,
  }
}
