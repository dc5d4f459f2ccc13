import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Db, Schema, Tx } from './schema.ts'

type Table = keyof Schema & string
type Where = (ids: RawBuilder<unknown>) => RawBuilder<unknown>
/** Child rows. One parent row may have many: they are removed in parts, before their parent. */
export type Inner = { table: Table; key: string; where: Where; batchSize: number }
/** Rows to remove: those for which `where` holds, after their inner rows. */
type Removal = { table: Table; where: RawBuilder<SqlBool>; key?: string; batchSize?: number; inner?: Inner[] }
/** Column to lower. `indexed` is the expression on it that has an index, if the column itself has none. */
type Lowering = { table: Table; key?: string; column: string; max: number; indexed?: RawBuilder<unknown> }

const byColumn =
  (column: string): Where =>
  (ids) =>
    sql`${sql.ref(column)} in (${ids})`

/** Rows that one statement removes or changes, unless they are large. A statement takes about 10 ms. */
export const ROWS_PER_BATCH = 100

/** Pages that one part removes, after their widgets and photos. A part takes about 20 ms. */
export const PAGES_PER_BATCH = 10
export const INNER_OF_PAGES: Inner[] = [
  {
    table: 'widget_photos',
    key: 'widget_id, id',
    batchSize: 10,
    where: (pages) => sql`widget_id in (select id from widgets where page_id in (${pages}))`,
  },
  { table: 'widgets', key: 'id', where: byColumn('page_id'), batchSize: 10 },
]
export const INNER_OF_SESSIONS: Inner[] = [
  { table: 'refresh_tokens', key: 'hash', where: byColumn('session_id'), batchSize: ROWS_PER_BATCH },
]
export const INNER_OF_INCIDENTS: Inner[] = [
  { table: 'alert_members', key: 'incident_id, agent_ref', where: byColumn('incident_id'), batchSize: ROWS_PER_BATCH },
]
export const INNER_OF_RULES: Inner[] = [
  { table: 'alert_states', key: 'rule_id, agent_ref', where: byColumn('rule_id'), batchSize: ROWS_PER_BATCH },
]
export const INNER_OF_BATCHES: Inner[] = [
  { table: 'commands', key: 'id', where: byColumn('batch_id'), batchSize: ROWS_PER_BATCH },
]

export const INNER_OF_AGENTS: Inner[] = [
  { table: 'commands', key: 'seq', where: byColumn('agent_id'), batchSize: ROWS_PER_BATCH },
  {
    table: 'agent_streams',
    key: 'agent_ref, run',
    where: (agents) => sql`agent_ref in (select ref from agents where id in (${agents}))`,
    batchSize: ROWS_PER_BATCH,
  },
]

/** Removes some inner rows of these rows; false if none are left. */
export async function dropInner(db: Db | Tx, inner: Inner[], ids: RawBuilder<unknown>): Promise<boolean> {
  for (const { table, key, where, batchSize } of inner) {
    const keys = sql.raw(key)
    // Skips rows that another instance is removing. A statement that waited for them would find none left.
    const lock = isPostgres(db) ? sql`for update skip locked` : sql``
    const some = sql`select ${keys} from ${sql.table(table)} where ${where(ids)} limit ${sql.lit(batchSize)} ${lock}`
    const deleted = await sql`delete from ${sql.table(table)} where (${keys}) in (${some})`.execute(db)
    if ((deleted.numAffectedRows ?? 0n) > 0n) return true
  }
  return false
}

/** Removes all of these rows, some by each statement, so that other changes wait for one statement at most. */
export async function removeInParts(db: Db | Tx, { inner = [], ...outer }: Removal): Promise<void> {
  await changeInParts(db, outer, sql`delete from ${sql.table(outer.table)}`, async (keys) => {
    while (await dropInner(db, inner, keys)) {}
  })
}

/**
 * Removes at most `batchSize` of these rows. Called for each added row, it keeps their number down, and no call takes
 * long.
 */
export async function removeSome(
  db: Db | Tx,
  { table, where, key = 'id', batchSize = ROWS_PER_BATCH }: Omit<Removal, 'inner'>,
): Promise<void> {
  const column = sql.ref(key)
  const some = sql`select ${column} from ${sql.table(table)} where ${where} limit ${sql.lit(batchSize)}`
  await sql`delete from ${sql.table(table)} where ${column} in (${some})`.execute(db)
}

/** Lowers a column to `max` wherever it is above, in parts as `removeInParts`. */
export async function lowerInParts(
  db: Db | Tx,
  { table, key = 'id', column, max, indexed = sql.ref(column) }: Lowering,
): Promise<void> {
  const where = sql<SqlBool>`${indexed} > ${max}`
  await changeInParts(db, { table, key, where }, sql`update ${sql.table(table)} set ${sql.ref(column)} = ${max}`)
}

async function changeInParts(
  db: Db | Tx,
  { table, where, key = 'id', batchSize = ROWS_PER_BATCH }: Omit<Removal, 'inner'>,
  change: RawBuilder<unknown>,
  beforeChange?: (keys: RawBuilder<unknown>) => Promise<void>,
): Promise<void> {
  const column = sql.ref(key)
  const some = sql<{ key: string }>`
    select ${column} as key from ${sql.table(table)} where ${where} limit ${sql.lit(batchSize)}`
  while (true) {
    const { rows } = await some.execute(db)
    if (rows.length === 0) return
    const keys = sql.join(rows.map((row) => row.key))
    await beforeChange?.(keys)
    await sql`${change} where ${column} in (${keys}) and ${where}`.execute(db)
    if (rows.length < batchSize) return
  }
}
