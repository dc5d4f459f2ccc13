import type { Completion, ProviderNewcomer } from '@atalaya/contract/identities'
import { z } from 'zod'
import type { BeginAttempt } from '#server/auth/attempts.ts'
import { byProvider, type LetIn, type SignedInWithCookies } from '#server/auth/letting-in.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'
import { rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { VouchedClaims } from './claims.ts'
import { applyGroupRole } from './group-role.ts'
import type { LinkedIdentity } from './identities.repo.ts'
import type { Newcomers } from './newcomers.ts'
import type { Provider } from './provider.ts'
import type { Providers } from './providers.ts'
import type { Browser, Starts } from './starts.ts'

type Needs = {
  repo: Pick<Repos['identities'], 'find'>
  tx: RunInTransaction<'audit' | 'identities' | 'users'>
  providers: Providers
  starts: Starts
  newcomers: Newcomers
  users: UsersService
  sessions: Pick<Sessions, 'restartStreams'>
  begin: BeginAttempt
  letIn: LetIn
  limits: RateLimits
  now: () => number
}
type IdentityFacts = { label: string; isInGroup: boolean; isFresh: boolean }
type ProviderSignInResult = { session: SignedInWithCookies } | { newcomer: ProviderNewcomer }

/** Stored facts of a newcomer, including the administrators' group. */
const storedFacts = z.object({ subject: z.string(), label: z.string(), isInGroup: z.boolean(), isFresh: z.boolean() })

/** Signing in by a provider. Accounts are found by the provider's subject, never by e-mail or name. */
export function createProviderSignIns(needs: Needs) {
  const { repo, tx, providers, starts, newcomers, users, sessions, begin, letIn, limits, now } = needs

  /** Applies the provider's present claims, also before the second factor is shown. True if the role changed. */
  const applyClaims = (
    identity: LinkedIdentity,
    { label, isInGroup }: Omit<IdentityFacts, 'isFresh'>,
    ip: string,
  ): Promise<boolean> =>
    tx(async (repos) => {
      // Refuses if the identity was unlinked since it was read; no other check would notice.
      if (!(await repos.identities.touch(identity.id, label, now()))) throw unlinked()
      const user = await repos.users.find(identity.userId)
      return user !== null && applyGroupRole(repos, { user, identity, isInGroup, ip, now: now() })
    })

  async function signIn(
    provider: Provider,
    identity: LinkedIdentity,
    { isFresh, ...facts }: IdentityFacts,
    device: Device,
  ): Promise<SignedInWithCookies> {
    const account = await users.getForSignIn(identity.userId)
    const attempt = await begin({ account, device })
    if (!account.isActive) {
      await attempt.fail('auth.login_failed', `by ${provider.name}, deactivated`)
      throw new AppError('forbidden', 'Your account here is deactivated; ask an administrator', {
        code: 'oidc.deactivated',
      })
    }
    attempt.succeed()
    if (await applyClaims(identity, facts, device.ip)) await sessions.restartStreams(identity.userId)
    return letIn({ account, device }, { ...byProvider({ id: provider.id, name: provider.name }), isFresh })
  }

  async function findLinked(provider: Provider, subject: string): Promise<LinkedIdentity> {
    const identity = await repo.find(provider.issuer, subject)
    if (!identity) throw unlinked()
    return identity
  }

  /** Checks the answer with which a person returns from the provider. A failure counts like a wrong password. */
  async function identify(
    provider: Provider,
    answer: string,
    browser: Browser,
    device: Device,
  ): Promise<VouchedClaims> {
    const attempt = await begin({ account: null, device })
    try {
      const returned = { answer, browser, purposes: ['sign-in'] as const, sessionId: null }
      return (await starts.takeStart(provider, returned)).claimed
    } catch (error) {
      if (error instanceof AppError && error.kind === 'bad_request') {
        await attempt.fail('auth.login_failed', `by ${provider.name}`)
      }
      throw error
    }
  }

  return {
    /** @throws AppError not_found for an unknown provider; too_many; bad_gateway if the provider is away */
    async start(providerId: string, browser: Browser, device: Device) {
      limits.spend(rates.oidcStarts, device.ip)
      return starts.begin(providers.get(providerId), browser, 'sign-in')
    },

    /** Signs in a person that the provider vouches for, or returns the fields that the account still needs. */
    async finish(providerId: string, answer: string, browser: Browser, device: Device): Promise<ProviderSignInResult> {
      const provider = providers.get(providerId)
      const claimed = await identify(provider, answer, browser, device)
      const facts = { label: claimed.label, isInGroup: provider.makesAdmin(claimed), isFresh: claimed.isFresh }
      const known = await repo.find(provider.issuer, claimed.subject)
      if (known) return { session: await signIn(provider, known, facts, device) }
      const outcome = await newcomers.make(provider, claimed, device.ip)
      // Finds the link also if a concurrent sign-in of the same person has just made the account.
      const linked = await repo.find(provider.issuer, claimed.subject)
      if (linked) return { session: await signIn(provider, linked, facts, device) }
      if ('userId' in outcome) throw unlinked()
      const text = JSON.stringify({ subject: claimed.subject, ...facts })
      const ticket = await starts.storeTicket(provider, browser.secret ?? '', text)
      return { newcomer: { ticket, ...outcome.incomplete } }
    },

    /** Makes the account of a newcomer, and signs them in. The ticket stays valid if the account can't be made. */
    async register(providerId: string, { ticket, ...profile }: Completion, browser: Browser, device: Device) {
      limits.spend(rates.registrations, device.ip)
      const provider = providers.get(providerId)
      const text = await starts.readTicket(provider, ticket, browser)
      const { subject, ...facts } = storedFacts.parse(JSON.parse(text))
      await newcomers.complete(provider, { subject, label: facts.label }, profile, device.ip)
      await starts.redeemTicket(provider, ticket, browser)
      return signIn(provider, await findLinked(provider, subject), facts, device)
    },
  }
}
export type ProviderSignIns = ReturnType<typeof createProviderSignIns>

const unlinked = () =>
  new AppError('conflict', 'Your account here was removed or unlinked just now', { code: 'oidc.removed' })
