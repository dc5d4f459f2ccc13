import type { Display } from '@atalaya/contract/displays'
import type { QueryClient } from '@tanstack/react-query'

export const displayKeys = { own: ['displays', 'own'], all: ['displays', 'all'] } as const

/** Applies a change to the displays on screen. */
export const changeKnown = (client: QueryClient, change: (known: Display[]) => Display[]) =>
  client.setQueryData<Display[]>(displayKeys.own, (known) => known && change(known))
