import type { Preferences } from '@atalaya/contract/preferences'
import type { Db, Tx } from '#server/db/schema.ts'

/** SQL on personal preferences: values as JSON, by their keys. */
export function createPreferencesRepo(db: Db | Tx) {
  return {
    listOf: (userId: string): Promise<{ key: string; value: string }[]> =>
      db.selectFrom('preferences').select(['key', 'value']).where('user_id', '=', userId).execute(),

    async valueOf(userId: string, key: keyof Preferences): Promise<string | null> {
      const query = db.selectFrom('preferences').select('value').where('user_id', '=', userId).where('key', '=', key)
      return (await query.executeTakeFirst())?.value ?? null
    },

    /** Stores values: all of them, or none. */
    async put(userId: string, values: [key: string, value: string][]): Promise<void> {
      await db
        .insertInto('preferences')
        .values(values.map(([key, value]) => ({ user_id: userId, key, value })))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'key']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
        )
        .execute()
    },
  }
}
export type PreferencesRepo = ReturnType<typeof createPreferencesRepo>
