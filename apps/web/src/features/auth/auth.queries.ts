import { auth, type Credentials, type Registration } from '@atalaya/contract/auth'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { withDefault } from '#web/lib/api-error.ts'
import { signIn, storeUser } from '#web/lib/session.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const { user } = await call(auth.me, {}, signal)
    storeUser(user)
    return user
  },
})

const requestLogin = (body: Credentials) => withDefault(call(auth.login, { body }), 'Credenciales incorrectas')

export const login = mutationOptions({
  mutationFn: async (credentials: Credentials) => signIn(await requestLogin(credentials)),
  meta: { error: false },
})

/** Registers and signs in at once with the same username and password (specification section 4). */
export const register = mutationOptions({
  mutationFn: async (registration: Registration) => {
    await withDefault(call(auth.register, { body: registration }), 'Error al registrar usuario')
    const { username, password } = registration
    signIn(await requestLogin({ username, password }))
  },
  meta: { error: false },
})
