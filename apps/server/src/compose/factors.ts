import type { FastifyInstance } from 'fastify'
import type { BeginAttempt } from '#server/auth/attempts.ts'
import { createFactorSignIn } from '#server/auth/factor-sign-in.ts'
import { factorRoutes } from '#server/auth/factors.routes.ts'
import type { LetIn } from '#server/auth/letting-in.ts'
import { createPasskeySignIn } from '#server/auth/passkey-sign-in.ts'
import type { QrApproval } from '#server/auth/qr-approval.ts'
import { createFactorChanges } from '#server/factors/factor-changes.ts'
import { createFactorCheck } from '#server/factors/factor-check.ts'
import { createFactorPolicy } from '#server/factors/factor-policy.ts'
import { createOwnFactors } from '#server/factors/own-factors.ts'
import { createOwnPasskeys } from '#server/factors/own-passkeys.ts'
import { createCeremony } from '#server/factors/passkey-ceremony.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Cookies } from '#server/sessions/device.ts'
import type { GuessBudget } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UserChanges } from '#server/users/user-changes.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = { repos: Repos; box: SecretBox; now: () => number }

/** Checks of second factors, apart from their changes: signing in needs them first. */
export function createFactors({ repos, box, now }: Needs) {
  const ceremony = createCeremony({ repo: repos.passkeys, now })
  const check = createFactorCheck({ factors: repos.factors, passkeys: repos.passkeys, ceremony, box, now })
  return { ceremony, ...check }
}
type Factors = ReturnType<typeof createFactors>

type RouteNeeds = Needs & {
  factors: Factors
  tx: RunInAnyTransaction
  users: UsersService
  changes: UserChanges
  sessions: Sessions
  budget: GuessBudget
  begin: BeginAttempt
  letIn: LetIn
  approval: QrApproval
  limits: RateLimits
  cookies: Cookies
}

/** The calls of second factors. */
export async function mountFactors(app: FastifyInstance, needs: RouteNeeds): Promise<void> {
  const { repos, tx, users, sessions, budget, begin, letIn, approval, limits, cookies, box, now } = needs
  const { ceremony, check } = needs.factors
  const { tickets, passkeys, factors } = repos
  const changes = createFactorChanges({ users, changes: needs.changes, tx, sessions, now })
  const entering = { users, begin, letIn, limits, now }
  const factorSignIn = createFactorSignIn({ ...entering, tickets, check, budget, approvalOf: approval.wayOf })
  const passkeySignIn = createPasskeySignIn({ ...entering, ceremony })
  const own = createOwnFactors({ factors, passkeys, changes, tx, box, now })
  const ownPasskeys = createOwnPasskeys({ users, passkeys, ceremony, changes, tx, limits, now })
  const policy = createFactorPolicy({ users, factors, tx, sessions, now })
  await app.register(factorRoutes, {
    factorSignIn,
    passkeySignIn,
    own,
    passkeys: ownPasskeys,
    changes,
    policy,
    cookies,
  })
}
