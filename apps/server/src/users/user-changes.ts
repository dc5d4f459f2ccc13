import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { User } from '@atalaya/contract/users'
import type { Repos } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'

/** Repositories that every change of an account needs. The transaction of the caller may have more. */
type Changing = Pick<Repos, 'credentials' | 'sessions' | 'users'>
type RunIn<R> = <T>(work: (repos: R) => Promise<T>) => Promise<T>

/** Common part of account changes: an active administrator is left, and the audit has a row. */
export function createUserChanges(now: () => number) {
  return {
    /**
     * Changes an account inside a transaction. Rolls back if no active administrator is left, or if the caller has been
     * signed out or demoted.
     */
    inTransaction<R extends Changing, T>(
      tx: RunIn<R>,
      by: Caller,
      id: string,
      work: (repos: R, before: User) => Promise<T>,
    ): Promise<T> {
      return tx(async (repos) => {
        await repos.users.lockAdmins()
        await assertStillAllowed(repos, by)
        const before = await repos.users.find(id)
        if (!before) throw noSuchUser()
        const result = await work(repos, before)
        await assertAdminLeft(repos)
        return result
      })
    },

    /** Records a change of an account by an administrator. */
    record: (
      { audit }: Pick<Repos, 'audit'>,
      action: AuditAction,
      by: Caller,
      { _id, username }: User,
      details?: string,
    ) => audit.insert(now(), { action, by, target: { id: _id, name: username }, details }),
  }
}
export type UserChanges = ReturnType<typeof createUserChanges>

export const noSuchUser = () => new AppError('not_found', 'No se pudo obtener el usuario', { code: 'users.not_found' })

/** @throws AppError conflict if no active administrator with a password is left. */
async function assertAdminLeft({ users }: Pick<Repos, 'users'>): Promise<void> {
  const kind = await users.kindOfActiveAdmins()
  if (kind === 'local') return
  const clause = kind === 'none' ? '' : ' who can sign in with a password'
  throw new AppError('conflict', `At least one active administrator${clause} must remain`, { code: 'users.last_admin' })
}
