import type { Registration } from '@atalaya/contract/auth'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

/** Lazy, to keep the calls and their schemas out of the first paint: fetched at the first key press, or on submit. */
export const loadCalls = () => import('#web/features/auth/auth.calls.ts')

export const register = mutationOptions({
  mutationFn: async (registration: Registration) => (await loadCalls()).register(registration),
  meta: { error: false },
})

/** True if registration needs the setup code. If this fails, the form shows its field once the server demands it. */
export const setupQuery = queryOptions({
  queryKey: ['auth', 'setup'],
  queryFn: async ({ signal }) => (await loadCalls()).fetchSetup(signal),
  retry: false,
  gcTime: 0,
})
