import type { QueryClient } from '@tanstack/react-query'
import { ClientLayout } from '#web/app/client/client-layout.tsx'
import { restoreDisplay } from '#web/app/client/display-memory.ts'
import { screen } from '#web/app/screen.ts'
import { meQuery } from '#web/features/account/account.queries.ts'

/** The layout of a display, with what it last showed. */
export async function displayRoute(client: QueryClient) {
  // A display that can't remember reads everything anew.
  await restoreDisplay(client).catch(() => undefined)
  return screen(client, ClientLayout, [meQuery])
}
