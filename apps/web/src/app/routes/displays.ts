import type { QueryClient } from '@tanstack/react-query'
import { DisplayScreen, DisplaysScreen } from '#web/app/displays-screens.tsx'
import { screen } from '#web/app/screen.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'

export const displaysRoute = (client: QueryClient) => screen(client, DisplaysScreen, [displaysQuery, pagesQuery])

export const displayRoute = (client: QueryClient) => screen(client, DisplayScreen, [displaysQuery, pagesQuery])
