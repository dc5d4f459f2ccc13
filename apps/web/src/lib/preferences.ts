import type { LiveEvent } from '@atalaya/contract/events'
import { type Preferences, preferenceCalls, type ShownPreferences } from '@atalaya/contract/preferences'
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'
import { isRefusal } from '#web/lib/calls/query-client.ts'
import { showFormats } from '#web/lib/formats.ts'
import { showColours } from '#web/lib/looks/colours.ts'
import { readSession } from '#web/lib/session/session.ts'

const KEY = ['preferences']
const RETRY_WAIT_MAX_MS = 30_000

/** `by`: id of the account that chose. */
type Choice = { by: string | undefined; chosen: Preferences }
const currentUserId = () => readSession()?.user?._id

/** Choices that have not arrived at the server yet. */
function unsentChoices(client: QueryClient): Preferences {
  const sending = client.getMutationCache().findAll({ mutationKey: KEY, status: 'pending' })
  return Object.assign({}, ...sending.map(({ state }) => (state.variables as Choice).chosen))
}

/** Applies formats and colours to all screens. */
function showLooks(preferences: ShownPreferences): ShownPreferences {
  const { formats = {}, colours, look } = preferences
  showFormats(formats)
  // The colours of an earlier choice can arrive last.
  if (look?.of === colours) showColours(look)
  return preferences
}

/** Preferences of the signed-in person; live events bring changes from other screens. */
export const preferencesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal, client }): Promise<ShownPreferences> => {
    const { preferences } = await call(preferenceCalls.read, {}, signal)
    return showLooks({ ...preferences, ...unsentChoices(client) })
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Optimistic: shown at once, sent one after another until the server has them. If that never succeeds, the choice lasts
 * for this visit.
 */
const keepPreferences = mutationOptions({
  mutationKey: KEY,
  mutationFn: async ({ by, chosen }: Choice) => {
    // Another person may have signed in here while the server was away.
    if (by === currentUserId()) await call(preferenceCalls.keep, { body: chosen })
  },
  scope: { id: 'preferences' },
  retry: (_failures, error) => !isRefusal(error),
  retryDelay: (failures) => Math.min(1000 * 2 ** failures, RETRY_WAIT_MAX_MS),
  onMutate: ({ chosen }, { client }) => {
    client.setQueryData<ShownPreferences>(KEY, (known) => showLooks({ ...known, ...chosen }))
  },
  onError: (_error, _choice, _result, { client }) => {
    // Not awaited: the choice counts as unsent until this handler ends.
    void client.invalidateQueries({ queryKey: KEY })
  },
  meta: { error: 'Could not keep your choice' },
})

/** The person's preferences, and `keep` to change some; the other keys stay as they are. */
export function usePreferences() {
  const { data: preferences = {}, isPending } = useQuery(preferencesQuery)
  const { mutate } = useMutation(keepPreferences)
  return { preferences, isPending, keep: (chosen: Preferences) => mutate({ by: currentUserId(), chosen }) }
}

/** Applies a choice from another screen. */
export function applyToPreferences(client: QueryClient, event: LiveEvent): void {
  if (event.type !== 'preferences.updated') return
  client.setQueryData<ShownPreferences>(
    KEY,
    (known) => known && showLooks({ ...known, ...event.data, ...unsentChoices(client) }),
  )
}
