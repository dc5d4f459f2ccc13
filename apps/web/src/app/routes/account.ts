import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { meQuery, sessionsQuery } from '#web/features/account/account.queries.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'

export const accountRoute = (client: QueryClient) => screen(client, AccountPage, [meQuery, sessionsQuery])
