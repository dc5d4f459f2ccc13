import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { tokensQuery } from '#web/features/tokens/tokens.queries.ts'
import { TokensPage } from '#web/features/tokens/tokens-page.tsx'

export const tokensRoute = (client: QueryClient) => screen(client, TokensPage, [tokensQuery])
