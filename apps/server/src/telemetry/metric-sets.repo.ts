import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import { executeLongRead, onServersBehalf } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SetCounts } from './set-allowance.ts'

/** A set's row. `rowKey` is its key in the table. */
export type StoredSet = { id: number; key: string; rowKey: string; usedAt: number | null }
/** A set to store, with the key of its row if it has one. */
export type SavedSet = { key: string; rowKey?: string | undefined; dataType: string; names: string[]; ownerId: string }

/** Maximum bytes of a key in a row. An entry of a PostgreSQL index has at most 2,700 bytes. */
const KEY_BYTES_MAX = 1000

/** Key of a set's row: its own, or its digest if that is too long for an index. */
const rowKeyOf = (key: string): string =>
  Buffer.byteLength(key) > KEY_BYTES_MAX ? `sha256:${createHash('sha256').update(key).digest('hex')}` : key

/** SQL on sets of metrics. The caller gives a part of its sets at a time. */
export function createMetricSetsRepo(db: Db | Tx) {
  return {
    /**
     * Finds sets. A long key may have two rows, as earlier versions stored it as it is. The row used last comes last,
     * so that it wins in a `Map`.
     */
    async find(keys: string[]): Promise<StoredSet[]> {
      const keyPairs = keys.flatMap((key) => [...new Set([key, rowKeyOf(key)])].map((rowKey) => [key, rowKey]))
      const input = jsonRows(db, { key: 'text', row_key: 'text' }, keyPairs)
      const { rows } = await sql<StoredSet>`
        select metric_sets.id, input.key, input.row_key as "rowKey", metric_sets.used_at as "usedAt"
        from ${input} as input join metric_sets on metric_sets.key = input.row_key
        order by coalesce(metric_sets.used_at, 0)`.execute(db)
      return rows
    },

    /** Stores sets as used at `now`. Those with a row keep its key. */
    async save(sets: SavedSet[], now: number): Promise<{ id: number; key: string }[]> {
      const columns = { key: 'text', data_type: 'text', names: 'text', owner_id: 'text' } as const
      const byRowKey = new Map(sets.map((set) => [set.rowKey ?? rowKeyOf(set.key), set]))
      const rows = [...byRowKey].map(([rowKey, set]) => [rowKey, set.dataType, JSON.stringify(set.names), set.ownerId])
      // In the order of keys: two instances lock rows in the same order.
      const saved = await sql<{ id: number; key: string }>`
        insert into metric_sets (key, data_type, names, owner_id, used_at)
        select input.key, input.data_type, input.names, input.owner_id, ${now}
        from ${jsonRows(db, columns, rows)} as input where true order by input.key
        on conflict (key) do update set used_at = excluded.used_at
        returning id, key`.execute(db)
      return saved.rows.map(({ id, key }) => ({ id, key: byRowKey.get(key)?.key ?? key }))
    },

    /** Counts by a long read, as an account may have thousands of each. */
    async count(ownerId: string): Promise<SetCounts> {
      const counts = sql<SetCounts>`
        select (select count(*) from metric_sets where owner_id = ${ownerId}) as sets,
          (select count(*) from agents where owner_id = ${ownerId}) as agents`
      const [found] = await onServersBehalf(() => executeLongRead(db, counts))
      return { sets: Number(found?.sets ?? 0), agents: Number(found?.agents ?? 0) }
    },
  }
}
export type MetricSetsRepo = ReturnType<typeof createMetricSetsRepo>
