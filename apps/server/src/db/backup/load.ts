import { isPostgres } from '#server/db/dialect.ts'
import { BACKUP_REQUEST_KEY, ROLLUP_CURSOR_PREFIX } from '#server/db/meta.ts'
import { migrate } from '#server/db/migrate.ts'
import { splitDefaultPartitions } from '#server/db/partitions.ts'
import type { Db } from '#server/db/schema.ts'
import { type FitValue, findFit } from './fit-values.ts'
import { readBackup } from './read-backup.ts'

/** PostgreSQL takes 65,535 parameters a statement, SQLite 32,766. */
const PARAMETERS_MAX = 30_000

type AnyTables = Record<string, Record<string, unknown>>

/** Loads a backup into an empty database, then migrates it to this version. `schema` is the one in PostgreSQL. */
export async function load(db: Db, file: string, schema?: string): Promise<void> {
  const { about, batches } = await readBackup(file)
  await migrate(db, { upTo: about.migrations.at(-1), schema })
  await db
    .withTables<AnyTables>()
    .transaction()
    .execute(async (tx) => {
      const fitByTable = new Map<string, FitValue>()
      for await (const { table, columns, rows } of batches()) {
        // Migrations may have put rows of their own there.
        if (!fitByTable.has(table)) await tx.deleteFrom(table).execute()
        const fitValue = fitByTable.get(table) ?? (await findFit(tx, table))
        fitByTable.set(table, fitValue)
        const size = Math.floor(PARAMETERS_MAX / columns.length)
        for (let from = 0; from < rows.length; from += size) {
          const values = rows
            .slice(from, from + size)
            .map((row) => Object.fromEntries(columns.map((column, at) => [column, fitValue(column, row[at])])))
          await tx.insertInto(table).values(values).execute()
        }
      }
      await tx.deleteFrom('meta').where('key', '=', BACKUP_REQUEST_KEY).execute()
    })
  await migrate(db, { schema })
  await lowerCursors(db)
  if (isPostgres(db)) await splitDefaultPartitions(db)
}

/**
 * Sets cursors of rollups to the last restored sample if they are beyond it. Later samples were rolled up and deleted
 * before the backup. The ids of new samples go on from the last restored one, and a higher cursor would skip them.
 */
async function lowerCursors(db: Db): Promise<void> {
  const { last } = await db
    .selectFrom('samples')
    .select((of) => of.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const cursors = await db.selectFrom('meta').selectAll().where('key', 'like', `${ROLLUP_CURSOR_PREFIX}%`).execute()
  for (const { key, value } of cursors) {
    // NaN for a cursor while its tier is being stored in parts: it is several numbers (`rollup-cursor.ts`).
    const isBeyond = Number(value) > Number(last ?? 0)
    const lowered = { value: String(last ?? 0) }
    if (isBeyond) await db.updateTable('meta').set(lowered).where('key', '=', key).execute()
  }
}
