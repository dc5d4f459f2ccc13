import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { ACCESS_TOKEN_MS } from '#server/limits/limits.ts'
import type { World } from '#test/support/access-world.ts'

export type Callers = Awaited<ReturnType<typeof createCallers>>

/** The member and the administrator of the world, and `further` administrators who make calls at the same time. */
export async function createCallers({ a, tokens, call, signUp }: World, further: number) {
  const names: string[] = []
  const callers = { administrators: [] as string[], renew }
  let renewedAt = 0

  /** Returns the access token. */
  async function signIn(username: string): Promise<string> {
    const body = { username, password: 'correct horse battery' }
    return (await call(auth.login, { body })).body.data.tokens.accessToken
  }

  /**
   * Signs the callers in again before their tokens end: filling the house may take longer than a token is valid.
   * Returns false if the tokens last.
   */
  async function renew(): Promise<boolean> {
    if (Date.now() - renewedAt < ACCESS_TOKEN_MS / 2) return false
    renewedAt = Date.now()
    tokens.a = await signIn(a.user.username)
    tokens.admin = await signIn('admin-of-all')
    callers.administrators = await Promise.all(names.map(signIn))
    return true
  }

  for (let n = 0; n < further; n++) {
    const { user } = await signUp()
    await call(users.setRole, { params: { id: user._id }, body: { role: 'admin' } }, tokens.admin ?? '')
    names.push(user.username)
  }
  return callers
}
