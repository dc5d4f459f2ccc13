import type { AuditAction } from '@atalaya/contract/audit'
import type { EditUser, Role, User, UserLock } from '@atalaya/contract/users'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import { type Passwords, shareOfAccount } from '#server/passwords/passwords.ts'
import { type GuessBudget, liftLocks } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UserChange, UserSecret, UsersRepo } from './users.repo.ts'

export type { UserSecret }

type Needs = {
  repo: UsersRepo
  tx: RunInTransaction
  sessions: Sessions
  passwords: Passwords
  budget: GuessBudget
  live: Live
  signals: Pick<AgentSignals, 'ownerOut'>
  now: () => number
}

/** What a change leaves behind: the account as it is now, and what to do once it is committed. */
type Changed = { user: User; afterwards?: () => Promise<void> }

/** Accounts, as administrators look after them. */
export function createUsersService({ repo, tx, sessions, passwords, budget, live, signals, now }: Needs) {
  /** Tells administrators and the account itself. */
  const publish = (user: User) => live.emit({ type: 'user.updated', data: user }, { userIds: [user._id], admins: true })

  async function get(id: string): Promise<User> {
    const user = await repo.find(id)
    if (!user) throw noSuchUser()
    return user
  }

  /** Changes an account inside a transaction that leaves an active administrator, or doesn't happen. */
  async function inTransaction<T>(id: string, work: (repos: Repos, before: User) => Promise<T>): Promise<T> {
    return tx(async (repos) => {
      await repos.users.lockAdmins()
      const before = await repos.users.find(id)
      if (!before) throw noSuchUser()
      const result = await work(repos, before)
      if (!(await repos.users.hasActiveAdmin())) throw lastAdmin()
      return result
    })
  }

  async function change(id: string, work: (repos: Repos, before: User) => Promise<Changed>): Promise<User> {
    const { user, afterwards } = await inTransaction(id, work)
    await afterwards?.()
    await publish(user)
    return user
  }

  const record = (repos: Repos, action: AuditAction, by: Caller, { _id, username }: User, details?: string) =>
    repos.audit.insert(now(), { action, by, target: { id: _id, name: username }, details })

  return {
    get,
    list: (): Promise<User[]> => repo.list(),
    findSecret: (login: string): Promise<UserSecret | null> => repo.findSecret(login),
    hasAny: (): Promise<boolean> => repo.hasAny(),
    publish,

    async getSecret(id: string): Promise<UserSecret> {
      const secret = await repo.findSecretById(id)
      if (!secret) throw noSuchUser()
      return secret
    },

    /** Everybody may read themselves, administrators all; what one may not read does not exist. */
    async getFor(by: Caller, id: string): Promise<User> {
      if (by.role !== 'admin' && by.userId !== id) throw noSuchUser()
      return get(id)
    },

    edit: (by: Caller, id: string, patch: EditUser): Promise<User> =>
      change(id, async (repos, before) => {
        const user = await write(repos, before, patch)
        const fields = changedFields(before, user)
        if (fields.length === 0) return { user }
        await record(repos, 'user.edited', by, user, fields.join(', '))
        if (before.email === user.email) return { user }
        return { user, afterwards: await sessions.endAllIn(repos, id, by.userId === id ? by.sessionId : undefined) }
      }),

    setStatus: (by: Caller, id: string, isActive: boolean): Promise<User> =>
      change(id, async (repos, before) => {
        const user = await write(repos, before, { isActive })
        if (before.isActive === isActive) return { user }
        await record(repos, isActive ? 'user.activated' : 'user.deactivated', by, user)
        const announce = await sessions.endAllIn(repos, id)
        if (isActive) return { user, afterwards: announce }
        await repos.gateway.suspendOf(id)
        const afterwards = async () => {
          signals.ownerOut({ ownerId: id, isGone: false })
          await announce()
        }
        return { user, afterwards }
      }),

    setRole: (by: Caller, id: string, role: Role): Promise<User> =>
      change(id, async (repos, before) => {
        const user = await write(repos, before, { role })
        if (before.role === role) return { user }
        await record(repos, 'user.role_changed', by, user, `${before.role} → ${role}`)
        return { user, afterwards: () => sessions.restartStreams(id) }
      }),

    async logoutAll(by: Caller, id: string): Promise<void> {
      const announce = await inTransaction(id, async (repos, user) => {
        await record(repos, 'user.sessions_ended', by, user)
        return sessions.endAllIn(repos, id)
      })
      await announce()
    },

    locks: (): Promise<UserLock[]> => budget.locks(),

    /** Lets the account sign in again after too many wrong passwords. */
    async liftLock(by: Caller, id: string): Promise<void> {
      const user = await get(id)
      await tx(async (repos) => {
        if (await liftLocks(repos, id)) await record(repos, 'user.unlocked', by, user)
      })
    },

    /** Sets a temporary password, which does nothing but be changed; all sessions and locks of the account end. */
    async resetPassword(by: Caller, id: string, password: string): Promise<void> {
      const passwordHash = await passwords.hashNew(password, await get(id), 'password', shareOfAccount(by.userId))
      const announce = await inTransaction(id, async (repos, user) => {
        await repos.users.setPassword(id, passwordHash, true)
        await liftLocks(repos, id)
        await record(repos, 'user.password_reset', by, user)
        return sessions.endAllIn(repos, id)
      })
      await announce()
    },

    async remove(by: Caller, id: string): Promise<void> {
      const announce = await inTransaction(id, async (repos, user) => {
        await record(repos, 'user.deleted', by, user)
        const afterwards = await sessions.endAllIn(repos, id)
        await repos.users.remove(id)
        return afterwards
      })
      signals.ownerOut({ ownerId: id, isGone: true })
      await announce()
      await live.emit({ type: 'user.deleted', data: { _id: id } }, { admins: true })
    },
  }
}
export type UsersService = ReturnType<typeof createUsersService>

/** Writes a change of an account that exists; an empty one changes nothing. */
export async function write(repos: Repos, before: User, change: UserChange): Promise<User> {
  if (Object.keys(change).length === 0) return before
  try {
    return (await repos.users.update(before._id, change)) ?? before
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'This e-mail is already taken'
    throw new AppError('conflict', message, { code: 'users.taken', errors: [{ path: 'email', message }] })
  }
}

export function changedFields(before: User, after: User): string[] {
  const fields = ['email', 'name', 'surname', 'birthday'] as const
  return fields.filter((field) => before[field] !== after[field])
}

const noSuchUser = () => new AppError('not_found', 'No se pudo obtener el usuario', { code: 'users.not_found' })
const lastAdmin = () =>
  new AppError('conflict', 'At least one active administrator must remain', { code: 'users.last_admin' })
