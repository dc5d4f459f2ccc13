import { type Kysely, sql } from 'kysely'
import type { Db, Tx } from './schema.ts'

/*
 * PostgreSQL partitions the agents' data by time, so that old data go by dropping whole tables. SQLite has one table
 * for each. Rows without a partition (a clock was wrong, data came very late) are in the default one.
 */

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type Executor = Pick<Kysely<unknown>, 'getExecutor'>

export const partitionedTables = ['samples', 'records', 'rollups'] as const
export type PartitionedTable = (typeof partitionedTables)[number]
/** Partitioning of a table. `step` is null unless its partitions hold the rows of one step only. */
export type Partitioning = { table: PartitionedTable; step: number | null; widthMs: number }
/** Rows of a partition: from `from` on, before `to`, in ms since 1970. */
export type Span = { step: number | null; from: number; to: number }
export type Partition = Span & { name: string }

/** The usual widths: few enough partitions that looking at all of them costs little. */
export const partitionings: readonly Partitioning[] = [
  { table: 'samples', step: null, widthMs: HOUR_MS },
  { table: 'records', step: null, widthMs: DAY_MS },
  { table: 'rollups', step: 60, widthMs: 12 * HOUR_MS },
  { table: 'rollups', step: 600, widthMs: 5 * DAY_MS },
  { table: 'rollups', step: 3600, widthMs: 30 * DAY_MS },
]

/** Maximum of partitions made for existing rows; older rows go to the default one. */
const SPREAD_MAX = 60
/** Bounds the wait for a table lock. A long read, such as a backup, delays the lock, and inserts queue behind it. */
const LOCK_TIMEOUT = '1s'
const LOCK_NOT_AVAILABLE = '55P03'
/** Key of the advisory lock between instances that make partitions: any number that no other lock uses. */
const PARTITIONS_LOCK = 7_201_002

/** Name of the default partition, with the rows of no other one. */
export const defaultOf = (table: PartitionedTable): string => `${table}_default`

/** Partitions of a table without the default one, in the order of time. */
export async function listPartitions(db: Db | Tx, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bounds
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass`.execute(db)
  const partitions = rows.flatMap(({ name, bounds }) => {
    // FROM (60, '1772323200000') TO (60, '1772366400000'); the default one has no number.
    const numbers = (bounds.match(/\d+/g) ?? []).map(Number)
    const [to, from] = [numbers.at(-1), numbers.at(numbers.length / 2 - 1)]
    return to === undefined || from === undefined
      ? []
      : [{ name, step: numbers.length === 4 ? (numbers[0] ?? null) : null, from, to }]
  })
  return partitions.sort((a, b) => a.from - b.from)
}

/**
 * Creates the missing ones of these partitions, and moves rows of the default partition into them. Runs inside a
 * transaction.
 */
export async function createPartitions(tx: Db | Tx, table: PartitionedTable, spans: Span[]): Promise<void> {
  await lockTable(tx, table)
  const existing = new Set((await listPartitions(tx, table)).map(({ name }) => name))
  const missing = spans.filter((span) => !existing.has(nameOf(table, span)))
  const strays = await sql`select 1 from ${sql.table(defaultOf(table))} limit 1`.execute(tx)
  for (const span of missing) {
    const name = sql.table(nameOf(table, span))
    if (strays.rows.length === 0) {
      await sql`create table ${name} partition of ${sql.table(table)} ${boundsOf(span)}`.execute(tx)
      continue
    }
    await sql`create table ${name} (like ${sql.table(table)} including defaults)`.execute(tx)
    await sql`
      with moved as (
        delete from ${sql.table(defaultOf(table))}
        where ${ofStep(span.step)} and at >= ${span.from} and at < ${span.to} returning *
      )
      insert into ${name} select * from moved`.execute(tx)
    await sql`alter table ${sql.table(table)} attach partition ${name} ${boundsOf(span)}`.execute(tx)
  }
}

/** Drops partitions. Keeps those with an id above `keptAfterId`, if it is given. Runs inside a transaction. */
export async function dropPartitions(tx: Db | Tx, table: PartitionedTable, names: string[], keptAfterId?: number) {
  await lockTable(tx, table)
  const existing = new Set((await listPartitions(tx, table)).map(({ name }) => name))
  for (const name of names.filter((name) => existing.has(name))) {
    const keptRow = sql`select 1 from ${sql.table(name)} where id > ${keptAfterId} limit 1`
    if (keptAfterId !== undefined && (await keptRow.execute(tx)).rows.length > 0) continue
    await sql`drop table ${sql.table(name)}`.execute(tx)
  }
}

/** True if the table was in use for so long that changing its partitions must wait. */
export const isBusy = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE

/** Takes a lock: no insert is running after it, and new ones wait for the end of the transaction. */
async function lockTable(tx: Db | Tx, table: PartitionedTable): Promise<void> {
  await sql
    .raw(`
      set local lock_timeout = '${LOCK_TIMEOUT}';
      select pg_advisory_xact_lock(${PARTITIONS_LOCK});
      lock table only ${table}, ${defaultOf(table)} in access exclusive mode`)
    .execute(tx)
}

/** Moves rows that a restored backup put into default partitions into partitions of their time. */
export async function splitDefaultPartitions(db: Db): Promise<void> {
  for (const table of partitionedTables) {
    await db.transaction().execute(async (tx) => {
      const loaded = `${table}_loaded`
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(defaultOf(table))}`.execute(tx)
      await sql`alter table ${sql.table(defaultOf(table))} rename to ${sql.table(loaded)}`.execute(tx)
      await sql`create table ${sql.table(defaultOf(table))} partition of ${sql.table(table)} default`.execute(tx)
      await spreadOverPartitions(tx, { from: loaded, into: table, table })
      await sql`drop table ${sql.table(loaded)}`.execute(tx)
    })
  }
}

/** Copies the rows of a table into one with the same columns whose default partition is empty, and makes partitions. */
export async function spreadOverPartitions(
  db: Executor,
  { from, into, table }: Record<'from' | 'into' | 'table', string>,
) {
  for (const { step, widthMs } of partitionings.filter((partitioning) => partitioning.table === table)) {
    const { rows } = await sql<{ start: string }>`
      select at / ${sql.lit(widthMs)} * ${sql.lit(widthMs)} as start from ${sql.table(from)}
      where at >= 0 and ${ofStep(step)}
      group by 1 order by 1 desc limit ${sql.lit(SPREAD_MAX)}`.execute(db)
    for (const start of rows.map((row) => Number(row.start))) {
      const span = { step, from: start, to: start + widthMs }
      const name = sql.table(nameOf(table, span))
      await sql`create table ${name} partition of ${sql.table(into)} ${boundsOf(span)}`.execute(db)
    }
  }
  await sql`insert into ${sql.table(into)} select * from ${sql.table(from)}`.execute(db)
}

/** Readable name, such as `rollups_60_20260301t12`: every bound is on the hour. */
function nameOf(table: string, { step, from }: Span): string {
  const start = new Date(from).toISOString().slice(0, 13).replaceAll('-', '').toLowerCase()
  return [table, ...(step === null ? [] : [step]), start].join('_')
}

const ofStep = (step: number | null) => (step === null ? sql`true` : sql`step = ${sql.lit(step)}`)

function boundsOf({ step, from, to }: Span) {
  const bound = (at: number) => sql.join(step === null ? [sql.lit(at)] : [sql.lit(step), sql.lit(at)])
  return sql`for values from (${bound(from)}) to (${bound(to)})`
}
