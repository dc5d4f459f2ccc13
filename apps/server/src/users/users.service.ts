import type { EditUser, Role, User } from '@atalaya/contract/users'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { Removals } from './removals.ts'
import { noSuchUser, type UserChanges } from './user-changes.ts'
import type { SignInAccount, UserChange } from './user-rows.ts'
import type { UsersRepo } from './users.repo.ts'

export type { SignInAccount }

type UsedRepos = 'audit' | 'credentials' | 'gateway' | 'identities' | 'removals' | 'sessions' | 'users'
type Needs = {
  repo: UsersRepo
  tx: RunInTransaction<UsedRepos>
  changes: UserChanges
  sessions: Sessions
  live: Live
  signals: Pick<AgentSignals, 'disconnectOwner'>
  removals: Pick<Removals, 'finish'>
  now: () => number
}

/** Result of a change: the account as it is now, and work for after the commit. */
type ChangeResult = { user: User; afterwards?: () => Promise<void> }
type Change = (repos: Pick<Repos, UsedRepos>, before: User) => Promise<ChangeResult>

/** Accounts, as administrators look after them. */
export function createUsersService({ repo, tx, changes, sessions, live, signals, removals, now }: Needs) {
  const { inTransaction, record } = changes

  /** Publishes an account to administrators and to itself. */
  const publish = (user: User) => live.emit({ type: 'user.updated', data: user }, { userIds: [user._id], admins: true })

  async function get(id: string): Promise<User> {
    const user = await repo.find(id)
    if (!user) throw noSuchUser()
    return user
  }

  async function change(by: Caller, id: string, work: Change): Promise<User> {
    const { user, afterwards } = await inTransaction(tx, by, id, work)
    await afterwards?.()
    await publish(user)
    return user
  }

  return {
    get,
    /** All accounts, some at a time. */
    list: (): AsyncIterable<User[]> => repo.list(),
    findForSignIn: (login: string): Promise<SignInAccount | null> => repo.findForSignIn(login),
    findForSignInById: (id: string): Promise<SignInAccount | null> => repo.findForSignInById(id),
    hasAny: (): Promise<boolean> => repo.hasAny(),
    publish,

    async getForSignIn(id: string): Promise<SignInAccount> {
      const account = await repo.findForSignInById(id)
      if (!account) throw noSuchUser()
      return account
    },

    /** Reads an account: one's own, or any for an administrator. Others get the answer for an unknown account. */
    async getFor(by: Caller, id: string): Promise<User> {
      if (by.role !== 'admin' && by.userId !== id) throw noSuchUser()
      return get(id)
    },

    edit: (by: Caller, id: string, patch: EditUser): Promise<User> =>
      change(by, id, async (repos, before) => {
        const user = await updateAccount(repos, before, patch)
        const fields = changedFields(before, user)
        if (fields.length === 0) return { user }
        await record(repos, 'user.edited', by, user, fields.join(', '))
        if (before.email === user.email) return { user }
        return { user, afterwards: await sessions.endAllIn(repos, id, by.userId === id ? by.sessionId : undefined) }
      }),

    setStatus: (by: Caller, id: string, isActive: boolean): Promise<User> =>
      change(by, id, async (repos, before) => {
        const user = await updateAccount(repos, before, { isActive })
        if (before.isActive === isActive) return { user }
        await record(repos, isActive ? 'user.activated' : 'user.deactivated', by, user)
        const announce = await sessions.endAllIn(repos, id)
        if (isActive) return { user, afterwards: announce }
        await repos.gateway.suspendAgentsOf(id)
        const afterwards = async () => {
          signals.disconnectOwner({ ownerId: id, isGone: false })
          await announce()
        }
        return { user, afterwards }
      }),

    setRole: (by: Caller, id: string, role: Role): Promise<User> =>
      change(by, id, async (repos, before) => {
        const user = await updateAccount(repos, before, { role })
        // An administrator has chosen the role, so a provider's group no longer decides it.
        const wasGivenByGroup = await repos.identities.forgetGivenRoles(id)
        if (before.role !== role || wasGivenByGroup) {
          const details = before.role === role ? `${role}, even if a group gives the role` : `${before.role} → ${role}`
          await record(repos, 'user.role_changed', by, user, details)
        }
        if (before.role === role) return { user }
        return { user, afterwards: () => sessions.restartStreams(id) }
      }),

    async logoutAll(by: Caller, id: string): Promise<void> {
      const announce = await inTransaction(tx, by, id, async (repos, user) => {
        await record(repos, 'user.sessions_ended', by, user)
        return sessions.endAllIn(repos, id)
      })
      await announce()
    },

    /** Closes the account at once, then removes its rows. An interrupted removal goes on by itself. */
    async remove(by: Caller, id: string): Promise<void> {
      const announce = await inTransaction(tx, by, id, async (repos, user) => {
        await record(repos, 'user.deleted', by, user)
        await repos.removals.begin(id, now())
        return sessions.endAllIn(repos, id)
      })
      await announce()
      await removals.finish(id)
    },
  }
}
export type UsersService = ReturnType<typeof createUsersService>

/** Writes a change of an account that exists; an empty one changes nothing. */
export async function updateAccount({ users }: Pick<Repos, 'users'>, before: User, change: UserChange): Promise<User> {
  if (Object.keys(change).length === 0) return before
  try {
    return (await users.update(before._id, change)) ?? before
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
