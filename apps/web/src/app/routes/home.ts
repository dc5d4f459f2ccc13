import type { QueryClient } from '@tanstack/react-query'
import { attentionQueries } from '#web/app/home/attention.queries.ts'
import { homeQueries } from '#web/app/home/home.queries.ts'
import { HomePage } from '#web/app/home/home-page.tsx'
import { screen } from '#web/app/screen.ts'

export const homeRoute = (client: QueryClient) =>
  screen(client, HomePage, () => [...homeQueries(), ...attentionQueries()])
