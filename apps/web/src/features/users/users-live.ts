import type { LiveEvent } from '@atalaya/contract/events'
import type { User } from '@atalaya/contract/users'

/**
 * The list after a live event: an updated account is merged by `_id` (a new one is added), a deleted one removed.
 * Undefined where the event is about no account: a list that is written anew counts as fresh.
 */
export function applyUserEvent(users: User[], event: LiveEvent): User[] | undefined {
  if (event.type === 'user.deleted') return users.filter((user) => user._id !== event.data._id)
  if (event.type !== 'user.updated') return undefined
  const known = users.some((user) => user._id === event.data._id)
  if (!known) return [...users, event.data]
  return users.map((user) => (user._id === event.data._id ? { ...user, ...event.data } : user))
}
