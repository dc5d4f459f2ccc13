import type { Repos } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'

/**
 * First step of a transaction that changes sign-in or rights. Ending the caller's session or role waits for this
 * transaction, or was first. A request is admitted before its transaction begins, so that a repeated one could
 * otherwise slip through.
 *
 * @throws AppError unauthorized, forbidden
 */
export async function assertStillIn({ users, sessions, credentials }: AccessRepos, by: Caller): Promise<void> {
  const account = await users.hold(by.userId)
  if (!account?.isActive) throw sessionEnded()
  const isIn = by.credential
    ? await credentials.hold(by.credential.id)
    : await sessions.hold(by.sessionId, account.epoch)
  if (!isIn) throw sessionEnded()
  if (by.role === 'admin' && account.role !== 'admin') {
    throw new AppError('forbidden', 'You are no longer an administrator: only administrators may do this')
  }
}
type AccessRepos = Pick<Repos, 'users' | 'sessions' | 'credentials'>

/** Answer to every request of an ended session. */
export const sessionEnded = () => new AppError('unauthorized', 'Unauthorized')
