import type { FastifyInstance } from 'fastify'
import { auditRoutes } from '#server/audit/audit.routes.ts'
import { createAudit } from '#server/audit/audit.service.ts'
import { accountRoutes } from '#server/auth/account.routes.ts'
import { createAccountService, type Me } from '#server/auth/account.service.ts'
import { authRoutes } from '#server/auth/auth.routes.ts'
import { createAuthService } from '#server/auth/auth.service.ts'
import { createHousekeeping } from '#server/auth/housekeeping.ts'
import { createOwnPassword } from '#server/auth/own-password.ts'
import { createOwnSessions } from '#server/auth/own-sessions.ts'
import { qrRoutes } from '#server/auth/qr.routes.ts'
import { createQrService } from '#server/auth/qr.service.ts'
import { createQrAdmission } from '#server/auth/qr-admission.ts'
import { createQrApproval } from '#server/auth/qr-approval.ts'
import { createQrRelease } from '#server/auth/qr-release.ts'
import { createRegistration } from '#server/auth/registration.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import type { Config } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { RunAlone } from '#server/db/alone.ts'
import { createRecent, type Writes } from '#server/db/recent.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import type { Revocations } from '#server/events/revocations.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { createPasswords } from '#server/passwords/passwords.ts'
import { preferencesRoutes } from '#server/preferences/preferences.routes.ts'
import { createPreferences } from '#server/preferences/preferences.service.ts'
import { createCookies } from '#server/sessions/device.ts'
import { createGuessBudget } from '#server/sessions/guess-budget.ts'
import { createKnownDevices } from '#server/sessions/known-devices.ts'
import { createRotation } from '#server/sessions/rotation.ts'
import { createSessions, type LiveSession, SESSION_TABLES } from '#server/sessions/sessions.ts'
import { createUserAccess } from '#server/users/user-access.ts'
import { createUserChanges } from '#server/users/user-changes.ts'
import { usersRoutes } from '#server/users/users.routes.ts'
import { createUsersService } from '#server/users/users.service.ts'
import type { Repos, RunInTransaction } from './repos.ts'

type Needs = {
  config: Config
  repos: Repos
  tx: RunInTransaction
  writes: Writes
  limits: RateLimits
  revocations: Revocations
  live: Live
  signals: AgentSignals
  alone: RunAlone
  faults: Faults
  setupCode: string
  now: () => number
}

/** Puts together all that has to do with people: accounts, their sessions, signing in, and the record of it. */
export function createAccounts(needs: Needs) {
  const { config, repos, tx, writes, limits, revocations, live, signals, alone, faults, setupCode, now } = needs
  const audit = createAudit({ repo: repos.audit, now })
  const passwords = createPasswords()
  const cookies = createCookies(config.PUBLIC_URL?.startsWith('https:') ?? false)
  const recentSessions = createRecent<LiveSession | null>(writes, SESSION_TABLES, now)
  const sessions = createSessions({ repo: repos, revocations, findRecent: recentSessions, now })
  const rotation = createRotation({ repo: repos.tokens, tx, sessions, limits, audit, now })
  const budget = createGuessBudget({ repo: repos.guessing, now })
  const changes = createUserChanges({ tx, now })
  const users = createUsersService({ repo: repos.users, changes, sessions, live, signals })
  const devices = createKnownDevices({ repo: repos.guessing, now })
  const signIn = createSignIn({ users, passwords, budget, devices, limits, audit })
  const isOpen = config.REGISTRATION === 'open'
  const housekeeping = createHousekeeping({ repos, retentionDays: config.RETENTION_DAYS, alone, faults, now })

  return {
    audit,
    authenticate: sessions.authenticate,
    hasAny: users.hasAny,

    async routes(app: FastifyInstance): Promise<void> {
      const registration = createRegistration({ users, tx, passwords, limits, isOpen, setupCode, now })
      const findRecent = createRecent<Me>(writes, ['users'], now)
      const service = createAuthService({ users, tx, sessions, signIn, now })
      await app.register(authRoutes, { service, rotation, registration, cookies, config })
      const account = createAccountService({ users, tx, sessions, now, findRecent })
      const password = createOwnPassword({ users, tx, sessions, signIn, passwords, audit, now })
      const own = { password, sessions: createOwnSessions({ tx, sessions, budget, audit, now }) }
      await app.register(accountRoutes, { service: account, ...own, cookies })
      const admit = createQrAdmission({ repo: repos.qr, devices, limits, now })
      const qr = createQrService({ repo: repos.qr, limits, admit, now })
      const approval = createQrApproval({ repo: repos.qr, tx, users, sessions, signIn, limits, now })
      const release = createQrRelease({ repo: repos.qr, tx, users, sessions, limits, now })
      await app.register(qrRoutes, { service: qr, approval, release, cookies })
      const access = createUserAccess({ users, tx, changes, sessions, passwords, budget })
      await app.register(usersRoutes, { service: users, access })
      await app.register(auditRoutes, { service: audit })
      await app.register(preferencesRoutes, { service: createPreferences({ repo: repos.preferences, live }) })
      housekeeping.start()
      app.addHook('onClose', async () => housekeeping.stop())
    },
  }
}
