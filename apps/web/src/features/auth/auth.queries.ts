import type { Registration } from '@atalaya/contract/auth'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

/** The calls and their schemas come after the first paint: with the first key that is typed, at the latest to submit. */
export const loadCalls = () => import('#web/features/auth/auth.calls.ts')

export const register = mutationOptions({
  mutationFn: async (registration: Registration) => (await loadCalls()).register(registration),
  meta: { error: false },
})

/** Whether the first account needs the setup code; without an answer nobody is asked for one before the server is. */
export const setupQuery = queryOptions({
  queryKey: ['auth', 'setup'],
  queryFn: async ({ signal }) => (await loadCalls()).setup(signal),
  retry: false,
  gcTime: 0,
})
