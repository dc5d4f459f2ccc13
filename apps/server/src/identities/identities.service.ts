import { randomUUID } from 'node:crypto'
import type { Identity, SignInProvider } from '@atalaya/contract/identities'
import type { Audit } from '#server/audit/audit.service.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UserChanges } from '#server/users/user-changes.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { ProfileClaims } from './claims.ts'
import type { LinkedIdentity } from './identities.repo.ts'
import type { Provider } from './provider.ts'
import type { Providers } from './providers.ts'
import type { Browser, Starts } from './starts.ts'

type Needs = {
  repo: Repos['identities']
  tx: RunInTransaction<'audit' | 'credentials' | 'identities' | 'sessions' | 'users'>
  accounts: Pick<Repos['users'], 'localSignIn'>
  providers: Providers
  starts: Starts
  users: UsersService
  changes: UserChanges
  sessions: Sessions
  audit: Audit
  limits: RateLimits
  now: () => number
}
type IdentitiesOverview = {
  identities: Identity[]
  providers: SignInProvider[]
  hasPassword: boolean
  localSignIn: boolean
}

/** People's own accounts at providers: link, unlink, confirm by them, and forbid sign-in by password. */
export function createIdentities(needs: Needs) {
  const { repo, tx, accounts, providers, starts, users, changes, sessions, audit, limits, now } = needs

  /** True if a provider of the present settings lets the account in. */
  const hasProvider = (linked: LinkedIdentity[]) => linked.some(({ issuer }) => providers.ofIssuer(issuer) !== null)

  async function link(by: Caller, provider: Provider, { subject, label }: ProfileClaims): Promise<void> {
    const known = await repo.find(provider.issuer, subject)
    if (known?.userId === by.userId) return
    if (known) throw linkedElsewhere(provider)
    const linked = { userId: by.userId, issuer: provider.issuer, subject, label, givesAdmin: false, linkedAt: now() }
    await changes
      .inTransaction(tx, by, by.userId, async (repos) => {
        await repos.identities.insert({ id: randomUUID(), ...linked, lastUsedAt: null })
        await repos.audit.insert(now(), { action: 'auth.identity_linked', by, details: `${provider.name}: ${label}` })
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? linkedElsewhere(provider) : error
      })
  }

  async function confirm(by: Caller, provider: Provider, { subject }: ProfileClaims): Promise<void> {
    const known = await repo.find(provider.issuer, subject)
    const isOwn = known?.userId === by.userId
    await audit.record({ action: isOwn ? 'auth.confirmed' : 'auth.confirm_failed', by, details: `by ${provider.name}` })
    if (!isOwn) {
      const message = `You signed in at ${provider.name} as somebody else`
      throw new AppError('forbidden', message, { code: 'oidc.somebody_else' })
    }
    await sessions.confirm(by.sessionId)
  }

  return {
    async list({ userId }: Caller): Promise<IdentitiesOverview> {
      const linked = await repo.listOf(userId)
      const { hasPassword, isOpen } = await accounts.localSignIn(userId)
      return {
        identities: linked.map((identity) => toIdentity(identity, providers.ofIssuer(identity.issuer))),
        providers: providers.all.map(({ id, name }) => ({ id, name })),
        hasPassword,
        localSignIn: isOpen,
      }
    },

    /**
     * Begins to link an account at a provider.
     *
     * @throws AppError conflict if an account there is linked already
     * @throws AppError not_found for an unknown provider; too_many; bad_gateway if the provider is away
     */
    async beginLink(by: Caller, providerId: string, browser: Browser) {
      limits.spend(rates.oidcStarts, by.ip)
      const provider = providers.get(providerId)
      const linked = await repo.listOf(by.userId)
      if (linked.some(({ issuer }) => issuer === provider.issuer)) {
        const message = `An account at ${provider.name} is linked already; unlink it first`
        throw new AppError('conflict', message, { code: 'oidc.linked_already' })
      }
      return starts.begin(provider, browser, 'link', by.sessionId)
    },

    async beginConfirm(by: Caller, providerId: string, browser: Browser) {
      limits.spend(rates.oidcStarts, by.ip)
      return starts.begin(providers.get(providerId), browser, 'confirm', by.sessionId)
    },

    async finish(by: Caller, providerId: string, answer: string, browser: Browser): Promise<'linked' | 'confirmed'> {
      const provider = providers.get(providerId)
      const returned = { answer, browser, purposes: ['link', 'confirm'] as const, sessionId: by.sessionId }
      const { purpose, claimed } = await starts.takeStart(provider, returned)
      if (purpose === 'confirm') {
        await confirm(by, provider, claimed)
        return 'confirmed'
      }
      await link(by, provider, claimed)
      return 'linked'
    },

    /**
     * Unlinks an identity. Ends a role that its group gave, and all other sessions: somebody else may have opened one
     * by that identity.
     *
     * @throws AppError conflict if nothing else would let the account in, or no administrator would be left
     * @throws AppError not_found if the account has no such identity
     */
    async unlink(by: Caller, id: string): Promise<void> {
      const { hasLostRole, announce } = await changes.inTransaction(tx, by, by.userId, async (repos, user) => {
        const removed = await repos.identities.remove(by.userId, id)
        if (!removed) throw new AppError('not_found', 'No such account is linked', { code: 'oidc.not_linked' })
        const { isOpen } = await repos.users.localSignIn(by.userId)
        if (!isOpen && !hasProvider(await repos.identities.listOf(by.userId))) throw lastWayIn()
        await repos.audit.insert(now(), { action: 'auth.identity_unlinked', by, details: removed.label })
        const hasLostRole = removed.givesAdmin && user.role === 'admin'
        if (hasLostRole) {
          await repos.users.update(by.userId, { role: 'user' })
          await changes.record(repos, 'user.role_changed', by, user, 'admin → user, its group was unlinked')
        }
        return { hasLostRole, announce: await sessions.endAllIn(repos, by.userId, by.sessionId) }
      })
      await announce()
      if (!hasLostRole) return
      await users.publish(await users.get(by.userId))
      await sessions.restartStreams(by.userId)
    },

    /**
     * Allows or forbids sign-in by password.
     *
     * @throws AppError conflict if nothing else lets the account in, or no administrator would be left
     * @throws AppError conflict if an account without a password wants to allow it
     */
    async setLocalSignIn(by: Caller, isOpen: boolean): Promise<void> {
      await changes.inTransaction(tx, by, by.userId, async (repos) => {
        const current = await repos.users.localSignIn(by.userId)
        if (current.isOpen === isOpen) return
        if (isOpen && !current.hasPassword) throw noPassword()
        if (!isOpen && !hasProvider(await repos.identities.listOf(by.userId))) throw lastWayIn()
        await repos.users.setLocalSignIn(by.userId, isOpen)
        const action = isOpen ? 'auth.local_sign_in_opened' : 'auth.local_sign_in_closed'
        await repos.audit.insert(now(), { action, by })
      })
    },
  }
}
export type Identities = ReturnType<typeof createIdentities>

const toIdentity = (identity: LinkedIdentity, provider: Provider | null): Identity => ({
  _id: identity.id,
  provider: provider && { id: provider.id, name: provider.name },
  issuer: identity.issuer,
  label: identity.label,
  linkedAt: new Date(identity.linkedAt).toISOString(),
  lastUsedAt: identity.lastUsedAt === null ? null : new Date(identity.lastUsedAt).toISOString(),
})

const linkedElsewhere = ({ name }: Provider) =>
  new AppError('conflict', `Your account at ${name} is linked to another account here, or another one to yours`, {
    code: 'oidc.linked_elsewhere',
  })
const lastWayIn = () =>
  new AppError('conflict', 'Nothing else would let you in: this is your last way to sign in', {
    code: 'oidc.last_way_in',
  })
const noPassword = () =>
  new AppError('conflict', 'Your account has no password; an administrator can give it one', {
    code: 'oidc.no_password',
  })
