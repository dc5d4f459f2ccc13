import type { QueryClient } from '@tanstack/react-query'
import { attentionQueries } from '#web/app/home/attention.queries.ts'
import { homeQueries } from '#web/app/home/home.queries.ts'
import { StartOrHome } from '#web/app/home/start-or-home.tsx'
import { screen } from '#web/app/screen.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'

export const homeRoute = (client: QueryClient) =>
  screen(client, StartOrHome, () => [preferencesQuery, ...homeQueries(), ...attentionQueries()])
