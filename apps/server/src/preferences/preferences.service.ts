import { type Preferences, preferences } from '@atalaya/contract/preferences'
import type { Live } from '#server/events/live.ts'
import type { PreferencesRepo } from './preferences.repo.ts'

type Needs = { repo: PreferencesRepo; live: Pick<Live, 'emit'> }

/** Personal preferences. If two screens change one at once, the last write wins, for each key. */
export function createPreferences({ repo, live }: Needs) {
  return {
    async of(userId: string): Promise<Preferences> {
      const rows = await repo.listOf(userId)
      return Object.assign({}, ...rows.map(({ key, value }) => readable(key, value)))
    },

    async keep(userId: string, chosen: Preferences): Promise<void> {
      const values = Object.entries(chosen).map(([key, value]): [string, string] => [key, JSON.stringify(value)])
      if (values.length === 0) return
      await repo.put(userId, values)
      live.emit({ type: 'preferences.updated', data: chosen }, { userIds: [userId] })
    },
  }
}
export type PreferencesService = ReturnType<typeof createPreferences>

/** A value that another version kept may be one that this one does not know. */
function readable(key: string, value: string): Preferences {
  const { success, data } = preferences.safeParse({ [key]: JSON.parse(value) })
  return success ? data : {}
}
