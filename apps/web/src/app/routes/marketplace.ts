import type { QueryClient } from '@tanstack/react-query'
import { MarketplacePage } from '#web/app/marketplace-page.tsx'
import { screen } from '#web/app/screen.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'

export const marketplaceRoute = (client: QueryClient) =>
  screen(client, MarketplacePage, [pagesQuery, catalogueQuery, preferencesQuery])
