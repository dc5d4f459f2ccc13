import { randomBytes, randomUUID } from 'node:crypto'
import { email, type User, username } from '@atalaya/contract/users'
import { z } from 'zod'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Passwords, shareOfAccount } from '#server/passwords/passwords.ts'
import { clearLocks } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'

type Needs = {
  repos: Pick<Repos, 'users'>
  tx: RunInTransaction<'audit' | 'factors' | 'guessing' | 'sessions' | 'users'>
  passwords: Passwords
  sessions: Sessions
  now: () => number
}
type WithPassword = { user: User; password: string }

const newAdmin = z.object({ username, email })
const PASSWORD_BYTES = 12
/** Actor of the command line in the audit log. */
const by = { userId: null, username: 'command line', ip: '' }

/** Commands of a person at the machine, without signing in: the way back after the last administrator is lost. */
export function createAdmin({ repos, tx, passwords, sessions, now }: Needs) {
  const newPassword = () => randomBytes(PASSWORD_BYTES).toString('base64url')

  async function findUser(login: string): Promise<User> {
    const found = await repos.users.findForSignIn(login)
    const user = found && (await repos.users.find(found.id))
    if (!user) throw new AppError('not_found', `There is no account named ${login}`)
    return user
  }

  return {
    list: (): AsyncIterable<User[]> => repos.users.list(),

    /** Makes an administrator with a temporary password, to be changed at the first sign-in. */
    async create(input: { username: string; email: string }): Promise<WithPassword> {
      const parsed = newAdmin.safeParse(input)
      if (!parsed.success) throw new AppError('bad_request', parsed.error.issues[0]?.message ?? 'Invalid input')
      const profile = { ...parsed.data, name: parsed.data.username, surname: 'Administrator' }
      const password = newPassword()
      const id = randomUUID()
      const passwordHash = await passwords.hashNew(password, profile, 'password', shareOfAccount(id))
      const created = tx(async ({ users, audit }) => {
        await users.claimFirstAdmin(id)
        const account = { ...profile, id, birthday: null, role: 'admin' as const, passwordHash, now: now() }
        const user = await users.insert(account)
        await users.setPassword(id, passwordHash, { mustChange: true })
        const target = { id, name: user.username }
        await audit.insert(now(), { action: 'auth.registered', by, target, details: 'admin' })
        return user
      })
      const user = await created.catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('conflict', 'This username or e-mail is already taken') : error
      })
      return { user, password }
    },

    /** Gives an account a temporary password and ends all its sessions and locks. */
    async resetPassword(login: string): Promise<WithPassword> {
      const user = await findUser(login)
      const password = newPassword()
      const passwordHash = await passwords.hashNew(password, user, 'password', shareOfAccount(user._id))
      const announce = await tx(async (txRepos) => {
        await txRepos.users.setPassword(user._id, passwordHash, { mustChange: true })
        await clearLocks(txRepos, user._id)
        const target = { id: user._id, name: user.username }
        await txRepos.audit.insert(now(), { action: 'user.password_reset', by, target })
        return sessions.endAllIn(txRepos, user._id)
      })
      await announce()
      return { user, password }
    },

    /** Removes an account's second factor and ends all its sessions. */
    async resetSecondFactor(login: string): Promise<User> {
      const user = await findUser(login)
      const announce = await tx(async (txRepos) => {
        await txRepos.factors.lock(user._id)
        await txRepos.factors.removeAll(user._id)
        await txRepos.audit.insert(now(), {
          action: 'user.factor_reset',
          by,
          target: { id: user._id, name: user.username },
        })
        return sessions.endAllIn(txRepos, user._id)
      })
      await announce()
      return user
    },
  }
}
export type Admin = ReturnType<typeof createAdmin>
