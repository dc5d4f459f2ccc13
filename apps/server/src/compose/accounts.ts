import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditRoutes } from '#server/audit/audit.routes.ts'
import { createAudit } from '#server/audit/audit.service.ts'
import { accountRoutes } from '#server/auth/account.routes.ts'
import { createAccountService, type Me } from '#server/auth/account.service.ts'
import { createBeginAttempt } from '#server/auth/attempts.ts'
import { authRoutes } from '#server/auth/auth.routes.ts'
import { createCodeAdmission } from '#server/auth/code-admission.ts'
import { createAskFactor } from '#server/auth/factor-tickets.ts'
import { createHousekeeping } from '#server/auth/housekeeping.ts'
import { createLettingIn } from '#server/auth/letting-in.ts'
import { createOwnIdentity } from '#server/auth/own-identity.ts'
import { createOwnPassword } from '#server/auth/own-password.ts'
import { createOwnSessions } from '#server/auth/own-sessions.ts'
import { qrRoutes } from '#server/auth/qr.routes.ts'
import { createQrService } from '#server/auth/qr.service.ts'
import { createQrApproval } from '#server/auth/qr-approval.ts'
import { createQrRelease } from '#server/auth/qr-release.ts'
import { createRegistration } from '#server/auth/registration.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import type { Config } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import {
  CREDENTIAL_TABLES,
  createCredentials,
  type FindDisplayRights,
  type LiveCredential,
} from '#server/credentials/credentials.ts'
import { createLastUses } from '#server/credentials/last-uses.ts'
import { tokensRoutes } from '#server/credentials/tokens.routes.ts'
import { createTokensService } from '#server/credentials/tokens.service.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import { createReadCache, type WriteCounter } from '#server/db/read-cache.ts'
import type { AgentSignals } from '#server/events/agent-signals.ts'
import type { Live } from '#server/events/live.ts'
import type { Revocations } from '#server/events/revocations.ts'
import { createIsRequired } from '#server/factors/factor-policy.ts'
import { auditDownloads, QR_CODE_MS, QR_OPEN_MAX, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { createPasswords, type PasswordSettings } from '#server/passwords/passwords.ts'
import { createCookies } from '#server/sessions/device.ts'
import { createGuessBudget } from '#server/sessions/guess-budget.ts'
import { createKnownDevices } from '#server/sessions/known-devices.ts'
import { createRotation } from '#server/sessions/rotation.ts'
import { createSessions, type LiveSession, SESSION_TABLES } from '#server/sessions/sessions.ts'
import { createRemovals } from '#server/users/removals.ts'
import { createUserAccess } from '#server/users/user-access.ts'
import { createUserChanges } from '#server/users/user-changes.ts'
import { usersRoutes } from '#server/users/users.routes.ts'
import { createUsersService } from '#server/users/users.service.ts'
import { createFactors, mountFactors } from './factors.ts'
import { createIdentityProviders, type IdentitiesNeeds } from './identities.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = IdentitiesNeeds & {
  config: Config
  repos: Repos
  tx: RunInAnyTransaction
  writes: WriteCounter
  limits: RateLimits
  revocations: Revocations
  live: Live
  signals: AgentSignals
  runExclusive: RunExclusive
  findDisplayRights: FindDisplayRights
  faults: Faults
  setupCode: string
  now: () => number
  times: Partial<PasswordSettings>
}

const qrBounds = {
  ofBrowser: rates.qrCodes,
  ofStrangers: rates.qrCodesOfStrangers,
  openMax: QR_OPEN_MAX,
  openMs: QR_CODE_MS,
}

/** Composes everything about people: accounts, sessions, sign-in, and the audit. */
export function createAccounts(needs: Needs) {
  const { config, repos, tx, writes, limits, revocations, live, signals, runExclusive, faults, setupCode, box, now } =
    needs
  const countDownload = (userId: string) => limits.spend(auditDownloads, userId)
  const audit = createAudit({ repo: repos.audit, countDownload, now })
  const passwords = createPasswords(needs.times.hashing)
  const cookies = createCookies(config.PUBLIC_URL?.startsWith('https:') ?? false)
  const recentSessions = createReadCache<LiveSession | null>(writes, SESSION_TABLES, now)
  const isFactorRequired = createIsRequired({
    factors: repos.factors,
    findRecent: createReadCache(writes, ['meta'], now),
  })
  const sessions = createSessions({ repo: repos, revocations, findRecent: recentSessions, isFactorRequired, now })
  const uses = createLastUses({ repo: repos.credentials, faults, now })
  const recentCredentials = createReadCache<LiveCredential | null>(writes, CREDENTIAL_TABLES, now)
  const credentials = createCredentials({
    ...needs,
    repo: repos.credentials,
    uses,
    findRecent: recentCredentials,
    isFactorRequired,
  })
  const rotation = createRotation({ repo: repos.tokens, tx, sessions, limits, audit, now })
  const budget = createGuessBudget({ repo: repos.guessing, now })
  const changes = createUserChanges(now)
  const removals = createRemovals({ repo: repos.removals, tx, signals, live, faults })
  const users = createUsersService({ repo: repos.users, tx, changes, sessions, live, signals, removals, now })
  const devices = createKnownDevices({ repo: repos.guessing, now })
  const factors = createFactors({ repos, box, now })
  const askFactor = createAskFactor({ tickets: repos.tickets, offer: factors.offer, now })
  const letIn = createLettingIn({ users, tx, sessions, devices, askFactor, isFactorRequired, now })
  const begin = createBeginAttempt({ devices, limits, audit })
  const signIn = createSignIn({ users, passwords, budget, devices, begin, letIn })
  const isOpen = config.REGISTRATION === 'open'
  const signingIn = { users, changes, sessions, begin, letIn, cookies, audit }
  const identities = createIdentityProviders({ ...needs, ...signingIn })
  const housekeeping = createHousekeeping({ repos, retentionDays: config.RETENTION_DAYS, runExclusive, faults, now })

  return {
    audit,
    cookies,
    devices,
    authenticator: {
      user: (token: string, request: FastifyRequest) =>
        credentials.hasPrefix(token)
          ? credentials.authenticate(token, cookies.read(request, 'display'))
          : sessions.authenticate(token),
      countUse: credentials.countUse,
    },
    hasAny: users.hasAny,
    providersJson: identities.providersJson,
    countLost: factors.countLost,

    async routes(app: FastifyInstance): Promise<void> {
      const registration = createRegistration({ users, tx, passwords, limits, isOpen, setupCode, now })
      const findRecent = createReadCache<Me>(writes, ['users'], now)
      const { endSession } = identities
      await app.register(authRoutes, { signIn, rotation, registration, cookies, config, endSession })
      await app.register(identities.routes)
      const account = createAccountService({ users, tx, sessions, now, findRecent })
      const password = createOwnPassword({ users, tx, sessions, signIn, passwords, audit, now })
      const { ceremony } = factors
      const identity = createOwnIdentity({ ceremony, sessions, audit })
      const own = { password, identity, sessions: createOwnSessions({ tx, sessions, budget, audit, now }) }
      await app.register(accountRoutes, { service: account, ...own, cookies })
      const admit = createCodeAdmission({ repo: repos.qr, bounds: qrBounds, devices, limits, now })
      const qr = createQrService({ repo: repos.qr, limits, admit, now })
      const approval = createQrApproval({ repo: repos.qr, signIn, limits, now })
      const release = createQrRelease({ repo: repos.qr, tx, users, sessions, limits, now })
      await app.register(qrRoutes, { service: qr, approval, release, cookies })
      const entering = { users, changes, sessions, budget, begin, letIn, approval, limits, cookies }
      await mountFactors(app, { repos, tx, box, now, factors, ...entering })
      const access = createUserAccess({ users, tx, changes, sessions, passwords, budget, now })
      await app.register(usersRoutes, { service: users, access })
      await app.register(auditRoutes, { service: audit })
      const tokens = createTokensService({ repo: repos.credentials, tx, revocations, limits, uses, now })
      await app.register(tokensRoutes, { service: tokens })
      housekeeping.start()
      removals.start()
      uses.start()
      app.addHook('preClose', uses.stop)
      // Before the server waits for requests: one of them may be removing an account.
      app.addHook('preClose', removals.stop)
      app.addHook('onClose', housekeeping.stop)
    },
  }
}
