import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { UsersPage } from '#web/features/users/users-page.tsx'
import { usersQuery } from '#web/lib/session/accounts.ts'

export const usersRoute = (client: QueryClient) => screen(client, UsersPage, [usersQuery])
