import { randomInt } from 'node:crypto'
import { auth } from '@atalaya/contract/auth'
import { apiOf } from '@atalaya/testbed/api'
import { PASSWORD } from './people.ts'

/** Headers of a client in another network each time (RFC 2544): limits count by network. */
const randomClientHeaders = () => ({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}` })

/** Makes calls without signing in. */
export const strangerAt = (url: string, headers: Record<string, string> = {}) =>
  apiOf(url, null, { ...randomClientHeaders(), ...headers })

/** Makes calls from this very machine: through a proxy the first account would need a setup code. */
export const hostAt = (url: string) => apiOf(url, null)

/** Signs a person of the demo in and makes calls for them. */
export async function visitorAt(url: string, username: string) {
  const headers = randomClientHeaders()
  const { tokens } = await apiOf(url, null, headers)(auth.login, { body: { username, password: PASSWORD } })
  return apiOf(url, tokens.accessToken, headers)
}
export type Visitor = Awaited<ReturnType<typeof visitorAt>>
