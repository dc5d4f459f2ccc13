import type { QueryClient } from '@tanstack/react-query'
import { screen } from '#web/app/screen.ts'
import { TokensSettings } from '#web/app/settings/tokens-settings.tsx'
import { tokensQuery } from '#web/features/tokens/tokens.queries.ts'

export const tokensRoute = (client: QueryClient) => screen(client, TokensSettings, [tokensQuery])
