import type { Display } from '@atalaya/contract/displays'
import type { QueryClient } from '@tanstack/react-query'

export const displayKeys = { own: ['displays', 'own'], all: ['displays', 'all'] } as const

/** Changes the cached list of the user's own displays, if it is loaded. */
export const changeOwnDisplays = (client: QueryClient, change: (known: Display[]) => Display[]) =>
  client.setQueryData<Display[]>(displayKeys.own, (known) => known && change(known))

/** Mutation key of changes that a screen shows before the server has answered. */
export const CHANGE_KEY = ['change-display']

export type DisplayEdit = Partial<Pick<Display, 'name' | 'place' | 'tags' | 'zone' | 'entries' | 'settings'>> & {
  id: string
}

/**
 * Applies the changes that the server has not answered yet: events and earlier answers lack them. `answered` is the
 * change that the server has just answered.
 */
export function withUnconfirmed(client: QueryClient, display: Display, answered?: DisplayEdit): Display {
  const sending = client.getMutationCache().findAll({ mutationKey: CHANGE_KEY, status: 'pending' })
  const edits = sending.map(({ state }) => state.variables as DisplayEdit)
  const unanswered = edits.slice(answered ? edits.indexOf(answered) + 1 : 0)
  const changes = unanswered.filter(({ id }) => id === display._id).map(({ id: _, ...change }) => change)
  return Object.assign({}, display, ...changes)
}
