import { isPostgres } from '#server/db/dialect.ts'
import { BACKUP_ASKED } from '#server/db/meta.ts'
import { migrate } from '#server/db/migrate.ts'
import { splitDefaultPartitions } from '#server/db/partitions.ts'
import type { Db } from '#server/db/schema.ts'
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
      // Migrations may have put rows of their own there.
      const emptied = new Set<string>()
      for await (const { table, columns, rows } of batches()) {
        if (!emptied.has(table)) await tx.deleteFrom(table).execute()
        emptied.add(table)
        const size = Math.floor(PARAMETERS_MAX / columns.length)
        for (let from = 0; from < rows.length; from += size) {
          const values = rows
            .slice(from, from + size)
            .map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
          await tx.insertInto(table).values(values).execute()
        }
      }
      await tx.deleteFrom('meta').where('key', '=', BACKUP_ASKED).execute()
    })
  await migrate(db, { schema })
  if (isPostgres(db)) await splitDefaultPartitions(db)
}
