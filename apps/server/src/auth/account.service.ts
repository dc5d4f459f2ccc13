import type { EditMe, Session } from '@atalaya/contract/auth'
import type { SignInLock, User } from '@atalaya/contract/users'
import type { Audit } from '#server/audit/audit.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { FindRecent } from '#server/db/recent.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { reauthRequired } from '#server/http/access.ts'
import { type Passwords, shareOfAccount } from '#server/passwords/passwords.ts'
import type { Device } from '#server/sessions/device.ts'
import { type GuessBudget, liftLocks } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { changedFields, type UsersService, write } from '#server/users/users.service.ts'
import type { SignIn } from './sign-in.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction
  sessions: Sessions
  signIn: SignIn
  budget: GuessBudget
  passwords: Passwords
  audit: Audit
  now: () => number
  findRecent: FindRecent<Me>
}
/** An account as its owner sees it. */
export type Me = { user: User; mustChangePassword?: boolean | undefined }

/** What people do with their own account. */
export function createAccountService(needs: Needs) {
  const { users, tx, sessions, signIn, budget, passwords, audit, now, findRecent } = needs

  async function find(userId: string): Promise<Me> {
    const { mustChangePassword } = await users.getSecret(userId)
    return { user: await users.get(userId), mustChangePassword: mustChangePassword || undefined }
  }

  return {
    me: ({ userId }: Caller): Promise<Me> => findRecent(userId, () => find(userId)),

    /** A new e-mail is a new way in: it takes a confirmed session and ends all others. */
    async edit(by: Caller, patch: EditMe): Promise<User> {
      const before = await users.get(by.userId)
      const isNewEmail = patch.email !== undefined && patch.email !== before.email
      if (isNewEmail && by.mustConfirm) throw reauthRequired()
      const { user, afterwards } = await tx(async (repos) => {
        const after = await write(repos, before, patch)
        const fields = changedFields(before, after)
        if (fields.length === 0) return { user: after, afterwards: null }
        await repos.audit.insert(now(), { action: 'auth.profile_edited', by, details: fields.join(', ') })
        const afterwards = isNewEmail ? await sessions.endAllIn(repos, by.userId, by.sessionId) : null
        return { user: after, afterwards }
      })
      await afterwards?.()
      await users.tell(user)
      return user
    },

    /** Ends all other sessions, and what wrong guesses at the old password have locked. @throws AppError bad_request that names `currentPassword` where that is wrong. */
    async changePassword(by: Caller, current: string, next: string, device: Device): Promise<void> {
      if (!(await signIn.isPasswordOf(by.userId, current, device))) {
        await audit.record({ action: 'auth.password_change_failed', by })
        throw wrongPassword('currentPassword')
      }
      if (current === next) throw invalid('newPassword', 'Choose a password that differs from the present one')
      const owner = await users.get(by.userId)
      const passwordHash = await passwords.hashNew(next, owner, 'newPassword', shareOfAccount(by.userId))
      const announce = await tx(async (repos) => {
        await repos.users.setPassword(by.userId, passwordHash, false)
        await liftLocks(repos, by.userId)
        await repos.audit.insert(now(), { action: 'auth.password_changed', by })
        return sessions.endAllIn(repos, by.userId, by.sessionId)
      })
      await announce()
    },

    /** Lets this session make sensitive changes for a while; answers until when. */
    async confirm(by: Caller, password: string, device: Device): Promise<{ confirmedUntil: string }> {
      const isRight = await signIn.isPasswordOf(by.userId, password, device)
      await audit.record({ action: isRight ? 'auth.confirmed' : 'auth.confirm_failed', by })
      if (!isRight) throw wrongPassword('password')
      return { confirmedUntil: new Date(await sessions.confirm(by.sessionId)).toISOString() }
    },

    async sessions(by: Caller): Promise<{ sessions: Session[]; lock?: SignInLock | undefined }> {
      const [lock] = await budget.locks(by.userId)
      return { sessions: await sessions.list(by.userId, by.sessionId), lock }
    },

    async endSession(by: Caller, sessionId: string): Promise<void> {
      const didEnd = await sessions.end(sessionId, by.userId)
      if (!didEnd) throw new AppError('not_found', 'There is no such session', { code: 'auth.no_such_session' })
      await audit.record({ action: 'auth.session_ended', by })
    },

    async endOtherSessions(by: Caller): Promise<number> {
      const ended = (await sessions.count(by.userId)) - 1
      const announce = await tx(async (repos) => {
        await repos.audit.insert(now(), { action: 'auth.sessions_ended', by })
        return sessions.endAllIn(repos, by.userId, by.sessionId)
      })
      await announce()
      return Math.max(ended, 0)
    },
  }
}
export type AccountService = ReturnType<typeof createAccountService>

const invalid = (path: string, message: string, code = 'invalid_input') =>
  new AppError('bad_request', message, { code, errors: [{ path, message }] })
/** Not 401: the session is fine, and a client would refresh it or sign out. */
const wrongPassword = (path: string) => invalid(path, 'This is not your current password', 'auth.wrong_password')
