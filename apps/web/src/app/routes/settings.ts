import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { SettingsPage } from '#web/app/settings/settings-page.tsx'
import { connectionsQuery } from '#web/features/connections/connections.queries.ts'

export const settingsRoute = (client: QueryClient) =>
  screen(client, SettingsPage, ({ params }) => (params.section === 'connections' ? [connectionsQuery] : []))
