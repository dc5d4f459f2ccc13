import { auth, type Credentials, type Registration } from '@atalaya/contract/auth'
import type { FactorChallenge } from '@atalaya/contract/factor-proof'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'
import { catchFactorChallenge } from '#web/lib/session/factor-challenge.ts'
import { signIn } from '#web/lib/session/session.ts'

/** Signs in and stores the session, or returns the second factor that the server asks for. */
export const login = (body: Credentials): Promise<FactorChallenge | undefined> =>
  catchFactorChallenge(withDefault(call(auth.login, { body }), 'Credenciales incorrectas').then(signIn))

/** Registers, then signs in with the same username and password. */
export async function register(body: Registration) {
  await withDefault(call(auth.register, { body }), 'Error al registrar usuario')
  await login({ username: body.username, password: body.password })
}

/** Extra requirements for a new account, such as the setup code of the first one. */
export const fetchSetup = (signal: AbortSignal) => call(auth.setup, {}, signal)
