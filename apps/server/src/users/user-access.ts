import type { UserLock } from '@atalaya/contract/users'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { type Passwords, shareOfAccount } from '#server/passwords/passwords.ts'
import { type GuessBudget, liftLocks } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UserChanges } from './user-changes.ts'
import type { UsersService } from './users.service.ts'

type Needs = {
  users: Pick<UsersService, 'get'>
  tx: RunInTransaction
  changes: UserChanges
  sessions: Sessions
  passwords: Passwords
  budget: GuessBudget
}

/** How administrators let people in again: locks after wrong passwords, and temporary passwords. */
export function createUserAccess({ users, tx, changes, sessions, passwords, budget }: Needs) {
  return {
    locks: (): Promise<UserLock[]> => budget.locks(),

    /** Lets the account sign in again after too many wrong passwords. */
    async liftLock(by: Caller, id: string): Promise<void> {
      const user = await users.get(id)
      await tx(async (repos) => {
        if (await liftLocks(repos, id)) await changes.record(repos, 'user.unlocked', by, user)
      })
    },

    /** Sets a temporary password, which does nothing but be changed; all sessions and locks of the account end. */
    async resetPassword(by: Caller, id: string, password: string): Promise<void> {
      const passwordHash = await passwords.hashNew(password, await users.get(id), 'password', shareOfAccount(by.userId))
      const announce = await changes.inTransaction(id, async (repos, user) => {
        await repos.users.setPassword(id, passwordHash, true)
        await liftLocks(repos, id)
        await changes.record(repos, 'user.password_reset', by, user)
        return sessions.endAllIn(repos, id)
      })
      await announce()
    },
  }
}
export type UserAccess = ReturnType<typeof createUserAccess>
