import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { noSuchUser, type UserChanges } from '#server/users/user-changes.ts'
import type { UsersService } from '#server/users/users.service.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

type Needs = {
  users: Pick<UsersService, 'get' | 'publish'>
  changes: UserChanges
  tx: RunInTransaction<'audit' | 'credentials' | 'factors' | 'passkeys' | 'sessions' | 'users'>
  sessions: Sessions
  now: () => number
}

type Change<T> = {
  action: AuditAction
  details?: string
  /** True if a factor is removed: all other sessions of the account end, too. */
  isRemoval?: boolean
  work: (repos: Pick<Repos, 'factors' | 'passkeys'>) => Promise<T>
}
type ChangeResult<T> = { result: T; recoveryCodes?: string[] | undefined }

/** Common part of changes of an account's second factor. */
export function createFactorChanges({ users, changes, tx, sessions, now }: Needs) {
  async function renewCodes({ factors }: Pick<Repos, 'factors'>, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    const hashes = codes.map((code) => hashRecoveryCode(userId, code))
    await factors.replaceRecovery(userId, hashes)
    return codes
  }

  /**
   * Stores whether the account has a factor now, and returns it. Without any the recovery codes are removed.
   *
   * @throws AppError conflict if an administrator must keep one
   */
  async function storeHasFactor({ factors }: Pick<Repos, 'factors'>, by: Caller): Promise<boolean> {
    if (await factors.updateHasFactor(by.userId)) return true
    if (by.role === 'admin' && (await factors.isRequired())) throw mustKeepOne()
    await factors.replaceRecovery(by.userId, [])
    return false
  }

  return {
    renewCodes,

    /**
     * Changes a factor of the caller. The first factor comes with recovery codes and ends all other sessions, as they
     * were opened without one. A removal ends them too: somebody else may hold the factor.
     */
    async change<T>(by: Caller, { action, details, isRemoval = false, work }: Change<T>): Promise<ChangeResult<T>> {
      const { announce, ...changed } = await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const before = await repos.factors.lock(by.userId)
        if (!before) throw noSuchUser()
        const result = await work(repos)
        const isFirst = (await storeHasFactor(repos, by)) && !before.hadFactor
        const recoveryCodes = isFirst ? await renewCodes(repos, by.userId) : undefined
        await repos.audit.insert(now(), { action, by, details })
        const announce = isFirst || isRemoval ? await sessions.endAllIn(repos, by.userId, by.sessionId) : null
        return { result, recoveryCodes, announce }
      })
      await announce?.()
      await users.publish(await users.get(by.userId))
      return changed
    },

    /** Removes all factors of another account, and ends its sessions. Its owner then signs in by password alone. */
    async reset(by: Caller, id: string): Promise<void> {
      const announce = await changes.inTransaction(tx, by, id, async (repos, user) => {
        // Locked, so that a factor added at the same time is either removed here or added after the removal.
        await repos.factors.lock(id)
        await repos.factors.removeAll(id)
        await changes.record(repos, 'user.factor_reset', by, user)
        return sessions.endAllIn(repos, id)
      })
      await announce()
      await users.publish(await users.get(id))
    },
  }
}
export type FactorChanges = ReturnType<typeof createFactorChanges>

const mustKeepOne = () =>
  new AppError(
    'conflict',
    'Administrators must have a second factor here: add another one before you remove this one',
    {
      code: 'factor.required',
    },
  )
