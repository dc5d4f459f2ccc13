import type { Db, Tx } from './schema.ts'

/** Key of a request for a backup. A requested backup contains that request itself, so a restore removes it. */
export const BACKUP_REQUEST_KEY = 'backup_asked'

/** Prefix of the keys of rollup cursors (`rollup-cursor.ts`); the name of the tier follows. */
export const ROLLUP_CURSOR_PREFIX = 'telemetry.rolled.'

/**
 * Compare-and-set in the table `meta`: stores a value if the key still has the value `before`; null stands for none.
 * Returns whether it was stored.
 */
export async function exchangeMeta(db: Db | Tx, key: string, value: string, before: string | null): Promise<boolean> {
  if (before === null) {
    const added = await db
      .insertInto('meta')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    return added.numInsertedOrUpdatedRows === 1n
  }
  const moved = await db
    .updateTable('meta')
    .set({ value })
    .where('key', '=', key)
    .where('value', '=', before)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}
