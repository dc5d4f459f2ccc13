import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Audit } from '#server/audit/audit.service.ts'
import type { BeginAttempt } from '#server/auth/attempts.ts'
import type { LetIn } from '#server/auth/letting-in.ts'
import type { Config } from '#server/config.ts'
import { identitiesRoutes } from '#server/identities/identities.routes.ts'
import { createIdentities } from '#server/identities/identities.service.ts'
import { createNewcomers } from '#server/identities/newcomers.ts'
import { createProviderSignIns } from '#server/identities/provider-sign-ins.service.ts'
import { createProviders } from '#server/identities/providers.ts'
import { createStarts } from '#server/identities/starts.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Names } from '#server/net/names.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Cookies } from '#server/sessions/device.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { UserChanges } from '#server/users/user-changes.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

export type IdentitiesNeeds = { names: Names; box: SecretBox; warn: (line: string) => void }
type Needs = IdentitiesNeeds & {
  config: Config
  repos: Repos
  tx: RunInAnyTransaction
  users: UsersService
  changes: UserChanges
  sessions: Sessions
  begin: BeginAttempt
  letIn: LetIn
  cookies: Cookies
  audit: Audit
  limits: RateLimits
  now: () => number
}

/** Composes sign-in by providers of OpenID Connect. Does nothing if the settings name none. */
export function createIdentityProviders(needs: Needs) {
  const { config, repos, tx, users, changes, sessions, cookies, audit, limits, names, box, now } = needs
  const providers = createProviders({
    settings: config.oidc ?? [],
    allowed: config.ALLOW_PRIVATE_HOSTS,
    names,
    warn: needs.warn,
    now,
  })

  /** Origin under which the browser reaches this server; the header was checked (http/origins.ts). */
  const originOf = (request: FastifyRequest): string =>
    request.headers.origin ??
    (config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin) ??
    `${request.protocol}://${request.host}`

  const buttons = providers.all.map(({ id, name }) => ({ id, name }))

  return {
    /** JSON of the providers for the sign-in page of the client; undefined if there is none. */
    providersJson: buttons.length > 0 ? JSON.stringify(buttons) : undefined,

    /** Sign-out page of the provider; undefined if it has none. */
    async endSession(providerId: string, request: FastifyRequest) {
      const provider = providers.all.find(({ id }) => id === providerId)
      const endSessionUrl = await provider?.endSessionUrl(`${originOf(request)}/login`)
      return provider && endSessionUrl ? { name: provider.name, endSessionUrl } : undefined
    },

    async routes(app: FastifyInstance): Promise<void> {
      const starts = createStarts({ repo: repos.oidcStarts, tx, box, now })
      const newcomers = createNewcomers({ users, tx, repo: repos.users, now })
      const { begin, letIn } = needs
      const providerSignIns = createProviderSignIns({
        repo: repos.identities,
        tx,
        providers,
        starts,
        newcomers,
        users,
        sessions,
        begin,
        letIn,
        limits,
        now,
      })
      const service = createIdentities({
        repo: repos.identities,
        tx,
        accounts: repos.users,
        providers,
        starts,
        users,
        changes,
        sessions,
        audit,
        limits,
        now,
      })
      await app.register(identitiesRoutes, { providerSignIns, service, cookies, originOf })
      app.addHook('onClose', () => providers.close())
    },
  }
}
