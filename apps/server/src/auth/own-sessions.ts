import type { Session } from '@atalaya/contract/auth'
import type { SignInLock } from '@atalaya/contract/users'
import type { Audit } from '#server/audit/audit.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { GuessBudget } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'

type Needs = {
  tx: RunInTransaction<'audit' | 'sessions' | 'users'>
  sessions: Sessions
  budget: GuessBudget
  audit: Audit
  now: () => number
}

/** Calls about one's own sessions: list them and end them. */
export function createOwnSessions({ tx, sessions, budget, audit, now }: Needs) {
  return {
    async list(by: Caller): Promise<{ sessions: Session[]; lock?: SignInLock | undefined }> {
      const [lock] = await budget.locks(by.userId)
      return { sessions: await sessions.list(by.userId, by.sessionId), lock }
    },

    async end(by: Caller, sessionId: string): Promise<void> {
      const didEnd = await sessions.end(sessionId, by.userId)
      if (!didEnd) throw new AppError('not_found', 'There is no such session', { code: 'auth.no_such_session' })
      await audit.record({ action: 'auth.session_ended', by })
    },

    async endOthers(by: Caller): Promise<number> {
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
export type OwnSessions = ReturnType<typeof createOwnSessions>
