import { type BigIntStats, statSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import { sqliteFile } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { sqliteCodeOf, UNREADABLE } from '#server/db/sqlite-codes.ts'
import { AppError } from '#server/domain/errors.ts'
import { findSecretKey } from '#server/secrets/secret-key.ts'
import { identityOf } from './identity.ts'

/** Interval of the check that database and key are still those of the start. */
const CHECK_EVERY_MS = 2000
const RETRY_SECONDS = 10
/** Error code of PostgreSQL. */
const NO_SUCH_TABLE = '42P01'

const GONE = 'The data folder is gone, or the database in it was replaced, while the server runs'
const REPLACED = 'The database was replaced while the server runs'
const DAMAGED = 'The database is damaged'
const KEY_GONE = 'The key secret.key is gone, or was replaced, while the server runs'
const WAY_OUT = 'nothing is stored until an administrator restores it or restarts the server'

type Needs = { config: Config; warn: (line: string) => void }
type Watched = { db: Db; id: string; secretKey: string; faults: Faults }

/**
 * Guards the folder, the database and the key of the server, watched from `watch` on. While one of them is missing or
 * replaced nothing is stored. Otherwise data would be lost, or end up with another installation.
 */
export function createStorageGuard({ config, warn }: Needs) {
  const file = config.DATABASE_URL ? null : sqliteFile(config)
  /** Identifies the database file of the start. */
  let inode: string | null = null
  /** Trouble that the last check found. */
  let lastTrouble: string | null = null
  let job: { stop(): Promise<void> } | null = null

  /** True if the database file was moved away. Checked before every change, in 2 µs, as the interval is too long. */
  const isMoved = () => file !== null && inode !== null && inodeOf(file) !== inode
  const trouble = (): string | null => (isMoved() ? GONE : lastTrouble)

  async function findTrouble({ db, id, secretKey }: Watched): Promise<string | null> {
    if ((await findSecretKey(config).catch(() => null)) !== secretKey) return KEY_GONE
    try {
      return (await identityOf(db)) === id ? null : REPLACED
    } catch (error) {
      if ((error as { code?: string }).code === NO_SUCH_TABLE) return REPLACED
      if (UNREADABLE.has(sqliteCodeOf(error) ?? 0)) return DAMAGED
      // The database is unavailable, which is reported elsewhere.
      return lastTrouble
    }
  }

  return {
    /** Reason why nothing can be stored, for people; null if all is well. */
    trouble,

    /** @throws AppError unavailable while folder, database or key is missing or replaced */
    assertWritable(): void {
      const reason = trouble()
      if (reason === null) return
      const details = { code: 'ground_lost', retryAfterSeconds: RETRY_SECONDS }
      throw new AppError('unavailable', `${reason}; ${WAY_OUT}`, details)
    },

    /** Watches this database and this key from now on. */
    watch(watched: Watched): void {
      inode = file && inodeOf(file)
      job = repeat(watched.faults, CHECK_EVERY_MS, async () => {
        const troubleBefore = trouble()
        lastTrouble = await findTrouble(watched)
        const troubleNow = trouble()
        if (troubleNow !== troubleBefore) warn(troubleNow ?? 'Database and key are back')
      })
    },

    close: async (): Promise<void> => job?.stop(),
  }
}
export type StorageGuard = ReturnType<typeof createStorageGuard>

function inodeOf(file: string): string | null {
  try {
    const { dev, ino }: BigIntStats = statSync(file, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return null
  }
}
