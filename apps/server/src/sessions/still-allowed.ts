import type { Repos } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'

/**
 * Checks again that the caller's session and role have not ended. First step of a transaction that changes sign-in or
 * rights: a request is admitted before its transaction begins. A concurrent end waits for the transaction, or came
 * first.
 *
 * @throws AppError unauthorized if the account or the session has ended; forbidden if the caller lost the role
 */
export async function assertStillAllowed({ users, sessions, credentials }: AccessRepos, by: Caller): Promise<void> {
  const account = await users.lock(by.userId)
  if (!account?.isActive) throw sessionEnded()
  const isLive = by.credential
    ? await credentials.lockLive(by.credential.id)
    : await sessions.lockLive(by.sessionId, account.epoch)
  if (!isLive) throw sessionEnded()
  if (by.role === 'admin' && account.role !== 'admin') {
    throw new AppError('forbidden', 'You are no longer an administrator: only administrators may do this')
  }
}
type AccessRepos = Pick<Repos, 'users' | 'sessions' | 'credentials'>

/** Answer to every request of an ended session. */
export const sessionEnded = () => new AppError('unauthorized', 'Unauthorized')
