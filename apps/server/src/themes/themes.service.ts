import { type ColourTheme, DEFAULT_THEME, THEMES_MAX } from '@atalaya/contract/themes'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { type Mode, withDefaultColours } from './contrast.ts'
import { readTheme } from './read-theme.ts'
import { shippedThemes } from './shipped.ts'
import type { StoredTheme, ThemesRepo } from './themes.repo.ts'

type Needs = {
  repo: ThemesRepo
  live: Pick<Live, 'emit'>
  tx: RunInTransaction<'audit' | 'credentials' | 'sessions' | 'themes' | 'users'>
  now: () => number
}

/** Themes to choose from; administrators add, replace and remove some. */
export function createThemes({ repo, live, tx, now }: Needs) {
  const announceChange = (id: string) => live.emit({ type: 'themes.changed', data: { id } }, { everyone: true })

  return {
    async list(): Promise<ColourTheme[]> {
      const added = await repo.all()
      return [...shipped, ...added.map((theme) => toColourTheme(theme, { isAdded: true }))]
    },

    /**
     * Adds the theme of a file.
     *
     * @throws AppError bad_request if it is no usable theme
     * @throws AppError conflict if the id is taken and `replace` is false, or there are too many themes
     * @throws AppError unauthorized or forbidden if the caller's session or role has ended
     */
    async add(by: Caller, file: string, replace: boolean): Promise<ColourTheme> {
      const theme = readTheme(file)
      const { id, name, version } = theme
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const count = await repos.themes.lockAndCount()
        const stored = await repos.themes.find(id)
        if (stored && !replace) throw idTaken(stored, theme)
        if (!stored && count >= THEMES_MAX) {
          throw new AppError('conflict', `There are ${THEMES_MAX} added themes; remove one first`)
        }
        await repos.themes.put(theme)
        const action = stored ? 'theme.replaced' : 'theme.added'
        const details = stored ? `${stored.version} → ${version}` : version
        await repos.audit.insert(now(), { action, by, target: { id, name }, details })
      })
      announceChange(id)
      return toColourTheme(theme, { isAdded: true })
    },

    async remove(by: Caller, id: string): Promise<void> {
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const name = await repos.themes.remove(id)
        if (name === null) throw new AppError('not_found', 'There is no such theme; it may have been removed')
        await repos.audit.insert(now(), { action: 'theme.removed', by, target: { id, name } })
      })
      announceChange(id)
    },
  }
}
export type Themes = ReturnType<typeof createThemes>

const SAMPLES = ['background', 'card', 'foreground', 'primary', 'chart-2', 'chart-3'] as const

function toColourTheme(
  { id, name, version, author, light, dark }: StoredTheme,
  { isAdded }: { isAdded: boolean },
): ColourTheme {
  const sample = (mode: Mode) => {
    const colours = withDefaultColours({ light, dark }[mode], mode)
    return SAMPLES.map((colour) => colours[colour])
  }
  const samples = { light: sample('light'), dark: sample('dark') }
  return { id, name, version, ...(author && { author }), light, dark, isAdded, samples }
}

const defaultTheme = { id: DEFAULT_THEME, name: 'Atalaya', version: '1.0.0', light: {}, dark: {} }
const shipped = [defaultTheme, ...shippedThemes].map((theme) => toColourTheme(theme, { isAdded: false }))

const idTaken = (stored: { name: string; version: string }, { name, version }: StoredTheme) =>
  new AppError('conflict', `“${stored.name}” ${stored.version} has this id. Replace it by “${name}” ${version}?`, {
    code: 'themes.taken',
  })
