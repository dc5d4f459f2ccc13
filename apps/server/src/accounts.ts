import type { FastifyInstance } from 'fastify'
import type { AgentSignals } from './agents/agent-signals.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { createAudit } from './audit/audit.service.ts'
import { accountRoutes } from './auth/account.routes.ts'
import { createAccountService, type Me } from './auth/account.service.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createAuthService } from './auth/auth.service.ts'
import { createCookies } from './auth/device.ts'
import { createGuessBudget } from './auth/guess-budget.ts'
import { createHousekeeping } from './auth/housekeeping.ts'
import { createKnownDevices } from './auth/known-devices.ts'
import { createPasswords } from './auth/passwords.ts'
import { qrRoutes } from './auth/qr.routes.ts'
import { createQrService } from './auth/qr.service.ts'
import { createQrAdmission } from './auth/qr-admission.ts'
import { createQrRelease } from './auth/qr-release.ts'
import type { RateLimits } from './auth/rate-limits.ts'
import { createRegistration } from './auth/registration.ts'
import { createRotation } from './auth/rotation.ts'
import { createSessions, type LiveSession, SESSION_TABLES } from './auth/sessions.ts'
import { createSignIn } from './auth/sign-in.ts'
import type { Config } from './config.ts'
import type { Faults } from './containment/faults.ts'
import type { RunAlone } from './db/alone.ts'
import { createRecent, type Writes } from './db/recent.ts'
import type { Repos, RunInTransaction } from './db/repos.ts'
import type { Live } from './events/live.ts'
import type { Revocations } from './events/revocations.ts'
import { usersRoutes } from './users/users.routes.ts'
import { createUsersService } from './users/users.service.ts'

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
  const users = createUsersService({ repo: repos.users, tx, sessions, passwords, budget, live, signals, now })
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
      const service = createAuthService({ users, tx, sessions, rotation, signIn, audit, now })
      await app.register(authRoutes, { service, registration, cookies, config })
      const account = createAccountService({ users, tx, sessions, signIn, budget, passwords, audit, now, findRecent })
      await app.register(accountRoutes, { service: account, cookies })
      const admit = createQrAdmission({ repo: repos.qr, devices, limits, now })
      const qr = createQrService({ repo: repos.qr, tx, users, sessions, signIn, limits, admit, now })
      const release = createQrRelease({ repo: repos.qr, tx, users, sessions, limits, now })
      await app.register(qrRoutes, { service: qr, release, cookies })
      await app.register(usersRoutes, { service: users })
      await app.register(auditRoutes, { service: audit })
      housekeeping.start()
      app.addHook('onClose', async () => housekeeping.stop())
    },
  }
}
