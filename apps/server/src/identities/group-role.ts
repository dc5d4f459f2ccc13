import type { User } from '@atalaya/contract/users'
import type { Repos } from '#server/compose/repos.ts'
import type { LinkedIdentity } from './identities.repo.ts'

type Facts = { user: User; identity: LinkedIdentity; isInGroup: boolean; ip: string; now: number }

/**
 * Gives or takes the administrator's role by the provider's group, as part of a transaction. It takes back only a role
 * that it gave; a role given by hand stays. The last administrator with a password stays, too.
 *
 * True if the role has changed.
 */
export async function applyGroupRole(
  repos: Pick<Repos, 'audit' | 'identities' | 'users'>,
  { isInGroup, ip, now, ...found }: Facts,
): Promise<boolean> {
  if (roleChange(found, isInGroup) === null) return false
  await repos.users.lockAdmins()
  // Read again: an administrator may have given the role by hand, or the identity may have been unlinked.
  const user = await repos.users.find(found.user._id)
  const identity = await repos.identities.find(found.identity.issuer, found.identity.subject)
  if (!user || !identity) return false
  const change = roleChange({ user, identity }, isInGroup)
  if (change === null) return false
  const [isGiven, isTaken] = [change === 'give', change === 'take']
  if (isTaken && user.role !== 'admin') {
    await repos.identities.setGivesAdmin(identity.id, false)
    return false
  }
  const role = isGiven ? 'admin' : 'user'
  await repos.users.update(user._id, { role })
  // Takes nothing from the last administrator with a password.
  if (isTaken && (await repos.users.kindOfActiveAdmins()) !== 'local') {
    await repos.users.update(user._id, { role: user.role })
    return false
  }
  await repos.identities.setGivesAdmin(identity.id, isGiven)
  const by = { userId: user._id, username: user.username, ip }
  const target = { id: user._id, name: user.username }
  const details = `${user.role} → ${role}, by the group at ${new URL(identity.issuer).host}`
  await repos.audit.insert(now, { action: 'user.role_changed', by, target, details })
  return user.role !== role
}

function roleChange({ user, identity }: Pick<Facts, 'user' | 'identity'>, isInGroup: boolean): 'give' | 'take' | null {
  if (isInGroup) return user.role === 'admin' ? null : 'give'
  return identity.givesAdmin ? 'take' : null
}
