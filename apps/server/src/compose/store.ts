import type { Config } from '#server/config.ts'
import { checkSqlite } from '#server/db/check-sqlite.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { createWriteCounter } from '#server/db/read-cache.ts'
import { lockDatabase } from '#server/storage/database-lock.ts'
import { lockFolder } from '#server/storage/folder-lock.ts'
import { matchKey, refuseKeyAlone } from '#server/storage/identity.ts'
import { createStorageGuard } from '#server/storage/storage-guard.ts'

/** Maximum age of cached reads. A change by `npm run admin` takes effect in a running server within that time. */
const READ_CACHE_MS = 1000

/**
 * Locks the data folder and the database, and opens the database with its key. `isNew` says that a missing database or
 * key is missing on purpose.
 *
 * @throws Error if another program holds them, or if key and database do not belong together.
 */
export async function openStore(
  config: Config,
  { warn, isNew, connectMs }: { warn: (line: string) => void; isNew: boolean; connectMs: number | undefined },
) {
  const unlockFolder = lockFolder(config)
  // With several instances nothing is cached: a revocation at one must act on the next request at another.
  const writes = createWriteCounter(config.NATS_URL ? 0 : READ_CACHE_MS)
  const lost = Promise.withResolvers<Error>()
  const storageGuard = createStorageGuard({ config, warn })
  await refuseKeyAlone(config, isNew)
  if (!config.DATABASE_URL) checkSqlite(sqliteFile(config))
  const upgrades: string[] = []
  const onUpgrade = (line: string) => void upgrades.push(line)
  const listeners = {
    onWrite: writes.touch,
    onLost: lost.resolve,
    assertWritable: storageGuard.assertWritable,
    onUpgrade,
  }
  const unlockDatabase = await lockDatabase(config, warn)
  const db = await openDatabase(config, listeners, { connectMs })
  const { id, secretKey } = await matchKey(db, config, isNew).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  return {
    db,
    id,
    secretKey,
    writes,
    storageGuard,
    /** Resolves if the database is lost for good. */
    writerLost: lost.promise,
    /** A line for each migration that ran. */
    upgrades,
    async close(): Promise<void> {
      await db.destroy()
      await unlockDatabase()
      unlockFolder()
    },
  }
}
