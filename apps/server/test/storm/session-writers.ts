import { auth, type Tokens } from '@atalaya/contract/auth'
import { PASSWORD } from '@atalaya/testbed/people'
import { createAccounts } from './accounts.ts'
import { type Client, isAcknowledged } from './client.ts'
import type { Writer } from './writer.ts'

/** Well below the 30 seconds in which the answer to a lost refresh is repeated. */
const GRACE_MS = 20_000
/** One in this many checks sends a used token, which must end the session. */
const SACRIFICED_EVERY = 5

/** Signs in, and out again. Open sessions stay open, ended ones stay ended. */
export async function createSignInWriter(client: Client): Promise<Writer> {
  const nextAccount = createAccounts(client)
  let openSessions: Tokens[] = []
  let ended: Tokens[] = []

  async function signIn(): Promise<boolean> {
    const username = await nextAccount()
    if (username === null) return false
    const reply = await client.call(auth.login, { body: { username, password: PASSWORD } })
    if (!isAcknowledged(auth.login, reply)) return false
    openSessions.push(reply.data.tokens)
    return true
  }
  async function signOut(tokens: Tokens): Promise<boolean> {
    const reply = await client.call(auth.logout, { body: { refreshToken: tokens.refreshToken } })
    if (!isAcknowledged(auth.logout, reply)) return false
    ended.push(tokens)
    return true
  }

  return {
    kind: 'sign-ins',
    write: async () => {
      const oldest = openSessions.length > 2 ? openSessions.shift() : undefined
      return oldest ? signOut(oldest) : signIn()
    },
    async check() {
      const complaints: string[] = []
      for (const { accessToken } of openSessions) {
        if ((await client.meStatus(accessToken)) !== 200) complaints.push('a sign-in is lost')
      }
      for (const { accessToken, refreshToken } of ended) {
        const statuses = [
          await client.meStatus(accessToken),
          (await client.call(auth.refresh, { body: { refreshToken } }))?.status,
        ]
        if (statuses.some((status) => status !== 401)) complaints.push(`a session that was ended answers ${statuses}`)
      }
      ended = []
      openSessions = []
      return complaints
    },
  }
}

/** Renews one session again and again. Some checks send a used token, which must end the session. */
export async function createRefreshWriter(client: Client, username: string, number: number): Promise<Writer> {
  let tokens = await client.signIn(username)
  let usedTokens: string[] = []
  /** Time of the first renewal without an answer; null if the last one was answered. */
  let doubtSince: number | null = null
  let checks = number

  async function startSession(): Promise<void> {
    tokens = await client.signIn(username)
    usedTokens = []
    doubtSince = null
  }
  async function renew(): Promise<boolean> {
    const startedAt = Date.now()
    // The lost answer is no longer available then.
    if (doubtSince !== null && startedAt - doubtSince > GRACE_MS) await startSession()
    const reply = await client.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })
    if (!isAcknowledged(auth.refresh, reply)) {
      doubtSince ??= startedAt
      return false
    }
    usedTokens.push(tokens.refreshToken)
    tokens = reply.data
    doubtSince = null
    return true
  }

  return {
    kind: 'refreshes',
    write: renew,
    async check() {
      // The last answer may have been lost; then the same token must get it now.
      if (!(await renew())) return ['a session can not be renewed']
      if ((await client.meStatus(tokens.accessToken)) !== 200) return ['a renewed session is lost']
      if (checks++ % SACRIFICED_EVERY > 0) return []
      // Not the last used token: the server repeats the answer to it for a while.
      const [old] = usedTokens.slice(-4)
      if (!old || old === usedTokens.at(-1)) return []
      const reply = await client.call(auth.refresh, { body: { refreshToken: old } })
      const statuses = [reply?.status, await client.meStatus(tokens.accessToken)]
      await startSession()
      return statuses.every((status) => status === 401) ? [] : [`a used refresh token answers ${statuses}`]
    },
  }
}
