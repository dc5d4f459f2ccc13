import { SAME_PASSWORD } from '@atalaya/contract/password-rules'
import type { Audit } from '#server/audit/audit.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Passwords, shareOfAccount } from '#server/passwords/passwords.ts'
import type { Device } from '#server/sessions/device.ts'
import { clearLocks } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { SignIn } from './sign-in.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction<'audit' | 'guessing' | 'sessions' | 'users'>
  sessions: Sessions
  signIn: SignIn
  passwords: Passwords
  audit: Audit
  now: () => number
}

/** Calls about one's own password: change it, and confirm by it. */
export function createOwnPassword({ users, tx, sessions, signIn, passwords, audit, now }: Needs) {
  return {
    /**
     * Changes the password, ends all other sessions, and lifts the locks after wrong guesses at the old password.
     *
     * @throws AppError bad_request that names `currentPassword` if it is wrong, or `newPassword` if that is refused
     * @throws AppError too_many after too many wrong guesses; unavailable if too many passwords wait
     */
    async change(by: Caller, current: string, next: string, device: Device): Promise<void> {
      if (!(await signIn.isPasswordOf(by.userId, current, device))) {
        await audit.record({ action: 'auth.password_change_failed', by })
        throw wrongPassword('currentPassword')
      }
      if (current === next) throw invalid('newPassword', SAME_PASSWORD)
      const owner = await users.get(by.userId)
      const passwordHash = await passwords.hashNew(next, owner, 'newPassword', shareOfAccount(by.userId))
      const announce = await tx(async (repos) => {
        await repos.users.setPassword(by.userId, passwordHash, { mustChange: false })
        await clearLocks(repos, by.userId)
        await repos.audit.insert(now(), { action: 'auth.password_changed', by })
        return sessions.endAllIn(repos, by.userId, by.sessionId)
      })
      await announce()
    },

    /** Lets this session make sensitive changes for a while. Returns the end of that time. */
    async confirm(by: Caller, password: string, device: Device): Promise<{ confirmedUntil: string }> {
      const isRight = await signIn.isPasswordOf(by.userId, password, device)
      await audit.record({ action: isRight ? 'auth.confirmed' : 'auth.confirm_failed', by })
      if (!isRight) throw wrongPassword('password')
      return { confirmedUntil: new Date(await sessions.confirm(by.sessionId)).toISOString() }
    },
  }
}
export type OwnPassword = ReturnType<typeof createOwnPassword>

const invalid = (path: string, message: string, code = 'invalid_input') =>
  new AppError('bad_request', message, { code, errors: [{ path, message }] })
/** Not 401: the session is fine, and a client would refresh it or sign out. */
const wrongPassword = (path: string) => invalid(path, 'This is not your current password', 'auth.wrong_password')
