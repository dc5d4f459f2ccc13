import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { SettingsPage } from '#web/app/settings/settings-page.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { connectionsQuery } from '#web/features/connections/connections.queries.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'

const queriesOf = (section: string | undefined) => {
  if (section === 'connections') return [connectionsQuery]
  return section === 'start' ? [preferencesQuery, pagesQuery] : []
}

export const settingsRoute = (client: QueryClient) =>
  screen(client, SettingsPage, ({ params }) => queriesOf(params.section))
