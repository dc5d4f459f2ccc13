import { z } from 'zod'
import { BACKUP_REQUEST_KEY, exchangeMeta } from '#server/db/meta.ts'
import type { Db, Tx } from '#server/db/schema.ts'

const KEY = 'backups'

const state = z.object({
  /** Time of the newest existing backup. */
  lastAt: z.number().nullable(),
  /** Reason why the last try failed; null once one succeeded. */
  failure: z.object({ at: z.number(), reason: z.string() }).nullable(),
})
export type BackupState = z.infer<typeof state>

/** State of the backups, which the instance that makes them shares with the others. */
export function createBackupsRepo(db: Db | Tx) {
  return {
    async read(): Promise<BackupState> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst()
      return row ? state.parse(JSON.parse(row.value)) : { lastAt: null, failure: null }
    },

    async write(next: BackupState): Promise<void> {
      const value = JSON.stringify(next)
      await db
        .insertInto('meta')
        .values({ key: KEY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    },

    /** Records the request for a backup; false if one is pending. */
    storeRequest: (at: number): Promise<boolean> => exchangeMeta(db, BACKUP_REQUEST_KEY, String(at), null),
    /** Time of the pending request, as text; null if there is none. */
    async findRequest(): Promise<string | null> {
      const row = await db.selectFrom('meta').select('value').where('key', '=', BACKUP_REQUEST_KEY).executeTakeFirst()
      return row?.value ?? null
    },
    /** Removes the request of that time. A later one stays. */
    async removeRequest(request: string): Promise<void> {
      await db.deleteFrom('meta').where('key', '=', BACKUP_REQUEST_KEY).where('value', '=', request).execute()
    },
  }
}
export type BackupsRepo = ReturnType<typeof createBackupsRepo>
