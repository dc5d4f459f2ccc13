import type { ResetPassword, UserLock } from '@atalaya/contract/users'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { reauthRequired } from '#server/http/access.ts'
import { type Passwords, shareOfAccount } from '#server/passwords/passwords.ts'
import { clearLocks, type GuessBudget } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import { closeOtherWays } from './other-ways-in.ts'
import type { UserChanges } from './user-changes.ts'
import type { UsersService } from './users.service.ts'

type Needs = {
  users: Pick<UsersService, 'get' | 'publish'>
  tx: RunInTransaction<
    'audit' | 'credentials' | 'displays' | 'factors' | 'guessing' | 'identities' | 'sessions' | 'users'
  >
  changes: UserChanges
  sessions: Sessions
  passwords: Passwords
  budget: GuessBudget
  now: () => number
}

/** Calls that let people in again: locks after wrong passwords, and temporary passwords. */
export function createUserAccess({ users, tx, changes, sessions, passwords, budget, now }: Needs) {
  return {
    locks: (): Promise<UserLock[]> => budget.locks(),

    /** Lets the account sign in again after too many wrong passwords. */
    async liftLock(by: Caller, id: string): Promise<void> {
      const user = await users.get(id)
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        if (await clearLocks(repos, id)) await changes.record(repos, 'user.unlocked', by, user)
      })
    },

    /**
     * Sets a temporary password, which permits only its own change. All sessions and locks of the account end.
     * Passkeys, linked accounts and tokens stay unless `onlyWayIn` is set.
     */
    async resetPassword(by: Caller, id: string, { password, onlyWayIn = false }: ResetPassword): Promise<void> {
      // Needs a confirmation, as the removal of a second factor does.
      if (onlyWayIn && !by.isConfirmed) throw reauthRequired()
      const passwordHash = await passwords.hashNew(password, await users.get(id), 'password', shareOfAccount(by.userId))
      const announce = await changes.inTransaction(tx, by, id, async (repos, user) => {
        await repos.users.setPassword(id, passwordHash, { mustChange: true })
        await clearLocks(repos, id)
        const details = onlyWayIn ? await closeOtherWays(repos, user, now()) : undefined
        await changes.record(repos, 'user.password_reset', by, user, details)
        return sessions.endAllIn(repos, id)
      })
      await announce()
      if (onlyWayIn) await users.publish(await users.get(id))
    },
  }
}
export type UserAccess = ReturnType<typeof createUserAccess>
