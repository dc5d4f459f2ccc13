import type { FastifyInstance } from 'fastify'
import type { Live } from '#server/events/live.ts'
import { preferencesRoutes } from '#server/preferences/preferences.routes.ts'
import { createPreferences } from '#server/preferences/preferences.service.ts'
import { createThemeColours } from '#server/themes/theme-colours.ts'
import { themesRoutes } from '#server/themes/themes.routes.ts'
import { createThemes } from '#server/themes/themes.service.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = { repos: Repos; tx: RunInAnyTransaction; live: Live; now: () => number }

/** Composes personal choices: preferences, and the themes to choose from. */
export function createChoices({ repos, tx, live, now }: Needs) {
  const themeColours = createThemeColours({ repo: repos.themes })
  const preferences = createPreferences({ repo: repos.preferences, themeColours, live })
  const themes = createThemes({ repo: repos.themes, live, tx, now })
  return {
    coloursOfDisplay: preferences.coloursOfDisplay,

    async routes(app: FastifyInstance): Promise<void> {
      await app.register(preferencesRoutes, { service: preferences })
      await app.register(themesRoutes, { service: themes })
    },
  }
}
