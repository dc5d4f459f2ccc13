import type { LiveEvent } from '@atalaya/contract/events'
import { type Preferences, preferenceCalls } from '@atalaya/contract/preferences'
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { showFormats } from '#web/lib/formats.ts'
import { isRefusal } from '#web/lib/query-client.ts'
import { readSession } from '#web/lib/session.ts'

const KEY = ['preferences']
const LONGEST_WAIT_MS = 30_000

type Choice = { by: string | undefined; chosen: Preferences }
const whoIsHere = () => readSession()?.user?._id

/** What was chosen here and has not arrived at the server yet. */
function unsent(client: QueryClient): Preferences {
  const sending = client.getMutationCache().findAll({ mutationKey: KEY, status: 'pending' })
  return Object.assign({}, ...sending.map(({ state }) => (state.variables as Choice).chosen))
}

/** All screens write times and numbers as the person chose, from now on. */
function shownAs(preferences: Preferences): Preferences {
  showFormats(preferences.formats ?? {})
  return preferences
}

/** What the person who is signed in chose for themselves; live events bring what they choose elsewhere. */
export const preferencesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal, client }): Promise<Preferences> => {
    const { preferences } = await call(preferenceCalls.read, {}, signal)
    return shownAs({ ...preferences, ...unsent(client) })
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Shown at once, and sent one after another until the server has it: until then it is a choice for this visit. */
const keepPreferences = mutationOptions({
  mutationKey: KEY,
  mutationFn: async ({ by, chosen }: Choice) => {
    // Somebody else may have signed in here while the server was away.
    if (by === whoIsHere()) await call(preferenceCalls.keep, { body: chosen })
  },
  scope: { id: 'preferences' },
  retry: (_failures, error) => !isRefusal(error),
  retryDelay: (failures) => Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS),
  onMutate: ({ chosen }, { client }) => {
    client.setQueryData<Preferences>(KEY, (known) => shownAs({ ...known, ...chosen }))
  },
  onError: (_error, _choice, _result, { client }) => {
    // Not waited for: as long as this goes on, the choice counts as not arrived.
    void client.invalidateQueries({ queryKey: KEY })
  },
  meta: { error: 'Could not keep your choice' },
})

/** What the person chose, and how to choose anew: keys that `keep` is not given stay as they are. */
export function usePreferences() {
  const { data: preferences = {}, isPending } = useQuery(preferencesQuery)
  const { mutate } = useMutation(keepPreferences)
  return { preferences, isPending, keep: (chosen: Preferences) => mutate({ by: whoIsHere(), chosen }) }
}

/** What was chosen on another screen. */
export function applyToPreferences(client: QueryClient, event: LiveEvent): void {
  if (event.type !== 'preferences.updated') return
  client.setQueryData<Preferences>(KEY, (known) => known && shownAs({ ...known, ...event.data, ...unsent(client) }))
}
