import type { ActivityKind, Batch, CommandStatus, LeftOut } from '@atalaya/contract/commands'
import { type Selectable, sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { CommandsSchema } from '#server/db/schema-commands.ts'
import { commandsOfBatches, commandsVisibleTo, requesterOf } from './command-views.repo.ts'
import { isFailure } from './failures.repo.ts'
import { mostFrequentFirst } from './left-out.ts'

/** Maximum of commands that are searched for activity and failures. */
const SEARCHED_MAX = 10_000

type Row = Pick<Selectable<CommandsSchema['command_batches']>, 'id' | 'command' | 'args' | 'created_at' | 'user_id'> & {
  username: string | null
}
/** Filter of batches: sent by the user, with open commands, or with commands that failed since `since`, in ms. */
type Activity = { show: ActivityKind; userId: string; ownerId: string | null; since: number }
type ReasonCount = { batchId: string; reason: string; total: number }
type StatusCount = { batchId: string; status: CommandStatus; total: number; agentId: string; name: string | null }

/** SQL on batches of commands. Returns contract shapes. */
export function createBatchesRepo(db: Db | Tx) {
  const batches = () =>
    db
      .selectFrom('command_batches')
      .leftJoin('users', 'users.id', 'command_batches.user_id')
      .select(['command_batches.id', 'command', 'args', 'command_batches.created_at', 'user_id', 'username'])

  /** Adds the counts of commands by state; for an owner, only commands to their own agents count. */
  async function withCounts(rows: Row[], ownerId: string | null): Promise<Batch[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const count = commandsOfBatches(db, ids, ownerId)
      .select((of) => ['batch_id as batchId', 'commands.status', of.fn.countAll<number>().as('total')])
      .select((of) => [of.fn.min('agents.id').as('agentId'), of.fn.min('agents.name').as('name')])
      .groupBy(['batch_id', 'commands.status'])
    const counted = await executeLongRead(db, count)
    const leftOut = await leftOutOf(rows.filter((row) => ownerId === null || ownerId === row.user_id))
    return rows.map((row) => {
      const ofBatch = counted.filter(({ batchId }) => batchId === row.id)
      return toBatch(row, ofBatch, leftOut.get(row.id) ?? [])
    })
  }

  /** Counts the agents that each batch left out, by reason. The database counts: a batch may have left out a fleet. */
  async function leftOutOf(rows: Row[]): Promise<Map<string, LeftOut>> {
    if (rows.length === 0) return new Map()
    const ids = sql.join(rows.map(({ id }) => id))
    const skipped = isPostgres(db) ? sql`jsonb_array_elements(skipped::jsonb)` : sql`json_each(skipped)`
    const count = sql<ReasonCount>`
      select id as "batchId", reason, count(*) as total from (
        select command_batches.id, entry.value ->> 'reason' as reason
        from command_batches cross join ${skipped} as entry where command_batches.id in (${ids})
      ) as entries group by id, reason`
    const counted = Map.groupBy(await executeLongRead(db, count), ({ batchId }) => batchId)
    const toLeftOut = (counts: ReasonCount[]) =>
      mostFrequentFirst(counts.map(({ reason, total }) => ({ reason, count: Number(total) })))
    return new Map([...counted].map(([id, counts]) => [id, toLeftOut(counts)]))
  }

  function matchesActivity({ show, userId, ownerId, since }: Activity) {
    if (show === 'mine') return sql<boolean>`command_batches.user_id = ${userId}`
    const visible = commandsVisibleTo(db, ownerId).select('batch_id').limit(SEARCHED_MAX)
    const matching =
      show === 'open'
        ? visible.where('is_open', '=', 1)
        : visible.where(isFailure).where('ended_at', '>=', since).orderBy('ended_at', 'desc')
    return sql<boolean>`command_batches.id in (select batch_id from (${matching}) as matching)`
  }

  return {
    /** A batch as the owner of some of its agents sees it; `ownerId` null sees all of it. */
    async find(id: string, ownerId: string | null): Promise<Batch | null> {
      const rows = await batches().where('command_batches.id', '=', id).execute()
      const [batch] = await withCounts(rows, ownerId)
      return batch ?? null
    },

    /** A page of batches, newest first, and their total. */
    async list(activity: Activity, limit: number, offset: number): Promise<{ batches: Batch[]; total: number }> {
      const page = batches()
        .where(matchesActivity(activity))
        .orderBy('command_batches.created_at', 'desc')
        .orderBy('command_batches.id', 'desc')
        .limit(limit)
        .offset(offset)
      const count = db
        .selectFrom('command_batches')
        .where(matchesActivity(activity))
        .select((of) => of.fn.countAll<number>().as('total'))
      const rows = await executeLongRead(db, page)
      const [counted] = await executeLongRead(db, count)
      return { batches: await withCounts(rows, activity.ownerId), total: Number(counted?.total) }
    },

    /**
     * Counts commands that wait for their agent, and those that failed since `since`, in ms. Counts up to `max` of
     * each.
     */
    async countTroubles(
      ownerId: string | null,
      since: number,
      max: number,
    ): Promise<{ waiting: number; failed: number }> {
      const visible = commandsVisibleTo(db, ownerId).select('commands.seq').limit(max)
      const waiting = visible.where('is_open', '=', 1).where('commands.status', '=', 'queued')
      const failed = visible.where(isFailure).where('ended_at', '>=', since)
      const count = (found: typeof visible) => sql`(select count(*) from (${found}) as found)`
      const counts = sql<{ waiting: number; failed: number }>`
        select ${count(waiting)} as waiting, ${count(failed)} as failed`
      const [row] = await executeLongRead(db, counts)
      return { waiting: Number(row?.waiting), failed: Number(row?.failed) }
    },
  }
}
export type BatchesRepo = ReturnType<typeof createBatchesRepo>

function toBatch(row: Row, counted: StatusCount[], leftOut: LeftOut): Batch {
  const total = counted.reduce((sum, { total }) => sum + Number(total), 0)
  const [first] = counted
  return {
    batchId: row.id,
    command: row.command,
    args: JSON.parse(row.args),
    requestedBy: requesterOf(row),
    createdAt: new Date(row.created_at).toISOString(),
    total,
    agent: first && total === 1 ? { agentId: first.agentId, name: first.name } : null,
    leftOut,
    counts: Object.fromEntries(counted.map(({ status, total }) => [status, Number(total)])),
  }
}
