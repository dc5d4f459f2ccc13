import type { User } from '@atalaya/contract/users'
import type { Repos } from '#server/compose/repos.ts'

type WaysIn = Pick<Repos, 'credentials' | 'displays' | 'factors' | 'identities' | 'users'>

const WORDS = { personal: 'token', display: 'display' }

/**
 * Removes all ways into an account besides its password, as part of a transaction: somebody else may hold them. A role
 * from a provider's group ends with the link, as when the owner unlinks it. Returns a text for the audit log.
 */
export async function closeOtherWays(repos: WaysIn, { _id: id, role }: User, now: number): Promise<string> {
  const factors = await repos.factors.lock(id)
  await repos.factors.removeAll(id)
  const unlinked = await repos.identities.removeAll(id)
  const revoked = await repos.credentials.revokeAll(id, now)
  await repos.displays.removeAll(id)
  const hasLostRole = role === 'admin' && unlinked.some(({ givesAdmin }) => givesAdmin)
  if (hasLostRole) await repos.users.update(id, { role: 'user' })
  const removed = [
    factors?.hadFactor ? 'second factor' : [],
    unlinked.map(({ label }) => label),
    revoked.map(({ kind, name }) => `${WORDS[kind]} ${name}`),
    hasLostRole ? 'role of a group' : [],
  ].flat()
  return `as the only way in, without ${removed.join(', ') || 'anything to take away'}`
}
