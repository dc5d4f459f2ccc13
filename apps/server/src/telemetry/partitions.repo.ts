import { isPostgres } from '#server/db/dialect.ts'
import {
  createPartitions,
  dropPartitions,
  listPartitions,
  type PartitionedTable,
  type Span,
} from '#server/db/partitions.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** The partitions of telemetry; on SQLite there are none. */
export function createPartitionsRepo(db: Db | Tx) {
  return {
    isPartitioned: isPostgres(db),
    list: (table: PartitionedTable) => listPartitions(db, table),
    create: (table: PartitionedTable, spans: Span[]) => createPartitions(db, table, spans),
    drop: (table: PartitionedTable, names: string[], keptAfterId?: number) =>
      dropPartitions(db, table, names, keptAfterId),
  }
}
export type PartitionsRepo = ReturnType<typeof createPartitionsRepo>
