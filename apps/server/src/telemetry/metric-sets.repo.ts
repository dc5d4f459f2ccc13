import { sql } from 'kysely'
import { executeAside, onServersBehalf } from '#server/db/aside.ts'
import { jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SetCounts } from './set-allowance.ts'

export type StoredSet = { id: number; key: string; usedAt: number | null }
export type SavedSet = { key: string; dataType: string; names: string[]; ownerId: string }

/** SQL on sets of metrics. The caller gives a part of its sets at a time. */
export function createMetricSetsRepo(db: Db | Tx) {
  return {
    async find(keys: string[]): Promise<StoredSet[]> {
      const given = jsonRows(
        db,
        { key: 'text' },
        keys.map((key) => [key]),
      )
      const { rows } = await sql<StoredSet>`
        select metric_sets.id, metric_sets.key, metric_sets.used_at as "usedAt"
        from ${given} as given join metric_sets on metric_sets.key = given.key`.execute(db)
      return rows
    },

    /** Stores sets as used at `now`, also those that have a row already. */
    async save(sets: SavedSet[], now: number): Promise<{ id: number; key: string }[]> {
      const columns = { key: 'text', data_type: 'text', names: 'text', owner_id: 'text' } as const
      const rows = sets.map(({ key, dataType, names, ownerId }) => [key, dataType, JSON.stringify(names), ownerId])
      // In the order of keys: two instances lock rows in the same order.
      const saved = await sql<{ id: number; key: string }>`
        insert into metric_sets (key, data_type, names, owner_id, used_at)
        select given.key, given.data_type, given.names, given.owner_id, ${now}
        from ${jsonRows(db, columns, rows)} as given where true order by given.key
        on conflict (key) do update set used_at = excluded.used_at
        returning id, key`.execute(db)
      return saved.rows
    },

    /** Counts aside, as an account may have thousands of each. */
    async count(ownerId: string): Promise<SetCounts> {
      const counts = sql<SetCounts>`
        select (select count(*) from metric_sets where owner_id = ${ownerId}) as sets,
          (select count(*) from agents where owner_id = ${ownerId}) as agents`
      const [found] = await onServersBehalf(() => executeAside(db, counts))
      return { sets: Number(found?.sets ?? 0), agents: Number(found?.agents ?? 0) }
    },
  }
}
export type MetricSetsRepo = ReturnType<typeof createMetricSetsRepo>
