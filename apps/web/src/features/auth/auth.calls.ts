import { auth, type Credentials, type Registration } from '@atalaya/contract/auth'
import { call } from '#web/lib/api.ts'
import { withDefault } from '#web/lib/api-error.ts'
import { signIn } from '#web/lib/session.ts'

/** Signs in and stores the session. */
export async function login(body: Credentials) {
  signIn(await withDefault(call(auth.login, { body }), 'Credenciales incorrectas'))
}

/** Registers and signs in at once with the same username and password. */
export async function register(body: Registration) {
  await withDefault(call(auth.register, { body }), 'Error al registrar usuario')
  await login({ username: body.username, password: body.password })
}

/** What creating an account needs beside what everybody is asked for. */
export const setup = (signal: AbortSignal) => call(auth.setup, {}, signal)
