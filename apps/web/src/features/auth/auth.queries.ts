import type { Credentials, Registration } from '@atalaya/contract/auth'
import { mutationOptions } from '@tanstack/react-query'

/** The calls and their schemas come after the first paint: with the first key that is typed, at the latest to submit. */
export const loadCalls = () => import('#web/features/auth/auth.calls.ts')

export const login = mutationOptions({
  mutationFn: async (credentials: Credentials) => (await loadCalls()).login(credentials),
  meta: { error: false },
})

export const register = mutationOptions({
  mutationFn: async (registration: Registration) => (await loadCalls()).register(registration),
  meta: { error: false },
})
