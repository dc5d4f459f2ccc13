import type { Display } from '@atalaya/contract/displays'
import type { QueryClient } from '@tanstack/react-query'

export const displayKeys = { own: ['displays', 'own'], all: ['displays', 'all'] } as const

/** Changes the cached list of own displays, if it is loaded. */
export const changeKnown = (client: QueryClient, change: (known: Display[]) => Display[]) =>
  client.setQueryData<Display[]>(displayKeys.own, (known) => known && change(known))
