import type { LiveEvent } from '@atalaya/contract/events'
import type { User } from '@atalaya/contract/users'

/**
 * Applies a live event: merges an updated account by `_id`, adds a new one, removes a deleted one. Returns undefined
 * for other events, so that the cached list is not written and marked as fresh.
 */
export function applyUserEvent(users: User[], event: LiveEvent): User[] | undefined {
  if (event.type === 'user.deleted') return users.filter((user) => user._id !== event.data._id)
  if (event.type !== 'user.updated') return undefined
  const isKnown = users.some((user) => user._id === event.data._id)
  if (!isKnown) return [...users, event.data]
  return users.map((user) => (user._id === event.data._id ? { ...user, ...event.data } : user))
}
