import type { EditMe } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { FindRecent } from '#server/db/read-cache.ts'
import type { Caller } from '#server/domain/actors.ts'
import { reauthRequired } from '#server/http/access.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { changedFields, type UsersService, updateAccount } from '#server/users/users.service.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction<'audit' | 'sessions' | 'users'>
  sessions: Sessions
  now: () => number
  findRecent: FindRecent<Me>
}
/** An account as its owner sees it. */
export type Me = { user: User; mustChangePassword?: boolean | undefined; mustSetUpFactor?: boolean | undefined }

/** Calls about one's own account. */
export function createAccountService({ users, tx, sessions, now, findRecent }: Needs) {
  async function find(userId: string): Promise<Me> {
    const { mustChangePassword } = await users.getForSignIn(userId)
    return { user: await users.get(userId), mustChangePassword: mustChangePassword || undefined }
  }

  return {
    async me({ userId, mustSetUpFactor }: Caller): Promise<Me> {
      const me = await findRecent(userId, () => find(userId))
      return mustSetUpFactor ? { ...me, mustSetUpFactor } : me
    },

    /** Changes the caller's account. A new e-mail is a new way in: it needs a confirmed session and ends all others. */
    async edit(by: Caller, patch: EditMe): Promise<User> {
      const before = await users.get(by.userId)
      const isNewEmail = patch.email !== undefined && patch.email !== before.email
      if (isNewEmail && by.mustConfirm) throw reauthRequired()
      const { user, afterwards } = await tx(async (repos) => {
        const after = await updateAccount(repos, before, patch)
        const fields = changedFields(before, after)
        if (fields.length === 0) return { user: after, afterwards: null }
        await repos.audit.insert(now(), { action: 'auth.profile_edited', by, details: fields.join(', ') })
        const afterwards = isNewEmail ? await sessions.endAllIn(repos, by.userId, by.sessionId) : null
        return { user: after, afterwards }
      })
      await afterwards?.()
      await users.publish(user)
      return user
    },
  }
}
export type AccountService = ReturnType<typeof createAccountService>
