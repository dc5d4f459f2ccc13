import type { ChosenColours } from '@atalaya/contract/colours'
import { type Preferences, preferences, type ShownPreferences } from '@atalaya/contract/preferences'
import type { Live } from '#server/events/live.ts'
import type { ThemeColours } from '#server/themes/theme-colours.ts'
import type { PreferencesRepo } from './preferences.repo.ts'

type Needs = { repo: PreferencesRepo; themeColours: ThemeColours; live: Pick<Live, 'emit'> }

/** Personal preferences. If two screens change one at once, the last write wins, for each key. */
export function createPreferences({ repo, themeColours, live }: Needs) {
  /** Adds the colours of the theme, if one is named. */
  async function withThemeColours(chosen: Preferences): Promise<ShownPreferences> {
    return chosen.colours === undefined ? chosen : { ...chosen, look: await themeColours.find(chosen.colours) }
  }

  return {
    async of(userId: string): Promise<ShownPreferences> {
      const rows = await repo.listOf(userId)
      return withThemeColours(Object.assign({}, ...rows.map(({ key, value }) => parseStored(key, value))))
    },

    /** Colours of a display: its own, else those that its owner chose; undefined if neither. */
    async coloursOfDisplay(ownerId: string, colours: string | null): Promise<ChosenColours | undefined> {
      const wanted = colours ?? parseStored('colours', (await repo.valueOf(ownerId, 'colours')) ?? 'null').colours
      return wanted === undefined ? undefined : themeColours.find(wanted)
    },

    async keep(userId: string, chosen: Preferences): Promise<void> {
      const values = Object.entries(chosen).map(([key, value]): [string, string] => [key, JSON.stringify(value)])
      if (values.length === 0) return
      await repo.put(userId, values)
      live.emit({ type: 'preferences.updated', data: await withThemeColours(chosen) }, { userIds: [userId] })
    },
  }
}
export type PreferencesService = ReturnType<typeof createPreferences>

/** Parses a stored value; empty if it is invalid, as another version may have stored it. */
function parseStored(key: string, value: string): Preferences {
  const { success, data } = preferences.safeParse({ [key]: JSON.parse(value) })
  return success ? data : {}
}
