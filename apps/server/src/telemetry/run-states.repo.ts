import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { RunStates } from './receipts.ts'

/**
 * Numbers of one run's items in a batch: `seq` is the highest, `lowest` the lowest. A run is an agent's program from
 * its start to its end. It numbers its items; `name` is its `runId`. `isOutOfOrder`: an item came after a later one.
 */
export type RunRow = { ref: number; name: string; seq: number; lowest: number; isOutOfOrder: boolean }

/**
 * States of runs before a batch; `lastSeqs` are the last numbers that earlier batches stored. Reads the newest
 * measurement only for agents with an item that came after a later one.
 */
export async function runStatesOf(db: Db | Tx, lastSeqs: Map<RunRow, number>): Promise<RunStates> {
  const late = [...lastSeqs].filter(([{ lowest, isOutOfOrder }, seq]) => isOutOfOrder || lowest <= seq)
  const newest = late.length > 0 ? await newestOf(db, [...new Set(late.map(([{ ref }]) => ref))]) : new Map()
  return new Map(
    [...lastSeqs].map(([{ ref, name }, seq]) => [`${ref} ${name}`, { seq, newestAt: newest.get(ref) ?? null }]),
  )
}

async function newestOf(db: Db | Tx, refs: number[]): Promise<Map<number, number>> {
  const input = jsonRows(
    db,
    { ref: 'integer' },
    refs.map((ref) => [ref]),
  )
  const newest = (table: 'samples' | 'records') =>
    sql`(select at from ${sql.table(table)} where agent_ref = input.ref order by at desc limit 1)`
  const { rows } = await sql<{ ref: number; sample: number | null; record: number | null }>`
    select input.ref, ${newest('samples')} as sample, ${newest('records')} as record from ${input} as input`.execute(db)
  return new Map(
    rows.flatMap(({ ref, sample, record }) =>
      sample === null && record === null ? [] : [[ref, Math.max(Number(sample ?? 0), Number(record ?? 0))] as const],
    ),
  )
}
