import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { ClientPage } from '#web/features/boards/client-page.tsx'

export const displayPagesRoute = (client: QueryClient) => screen(client, ClientPage, [pagesQuery])
