import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { User } from '@atalaya/contract/users'
import type { Repos } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { assertStillIn } from '#server/sessions/still-in.ts'

/** Repositories of every change of an account. Those of its work are more: the caller's transaction names them. */
type Changing = Pick<Repos, 'credentials' | 'sessions' | 'users'>
type RunIn<R> = <T>(work: (repos: R) => Promise<T>) => Promise<T>

/** Common part of account changes: an active administrator is left, and the audit has a row. */
export function createUserChanges(now: () => number) {
  return {
    /**
     * Changes an account inside a transaction. It is rolled back if no active administrator is left. The same if the
     * caller was signed out or demoted meanwhile.
     */
    inTransaction<R extends Changing, T>(
      tx: RunIn<R>,
      by: Caller,
      id: string,
      work: (repos: R, before: User) => Promise<T>,
    ): Promise<T> {
      return tx(async (repos) => {
        await repos.users.lockAdmins()
        await assertStillIn(repos, by)
        const before = await repos.users.find(id)
        if (!before) throw noSuchUser()
        const result = await work(repos, before)
        await assertAdminLeft(repos)
        return result
      })
    },

    /** Writes down what an administrator did to an account. */
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
  const left = await users.activeAdmins()
  if (left === 'local') return
  const whom = left === 'none' ? '' : ' who can sign in with a password'
  throw new AppError('conflict', `At least one active administrator${whom} must remain`, { code: 'users.last_admin' })
}
