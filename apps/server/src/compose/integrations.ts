import type { FastifyInstance } from 'fastify'
import type { Audit } from '#server/audit/audit.service.ts'
import type { Config } from '#server/config.ts'
import { createAccessTokens } from '#server/integrations/access-tokens.ts'
import { createAuthorization } from '#server/integrations/authorization.service.ts'
import { integrationsRoutes } from '#server/integrations/integrations.routes.ts'
import { createIntegrationsService } from '#server/integrations/integrations.service.ts'
import { createSpotify } from '#server/integrations/spotify.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Names } from '#server/net/names.ts'
import { createOutbound } from '#server/net/outbound.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  config: Config
  repos: Repos
  tx: RunInAnyTransaction
  box: SecretBox
  audit: Audit
  limits: RateLimits
  names: Names
  now: () => number
}

/** Composes the services that connect users' accounts elsewhere and keep their tokens. */
export function createIntegrations({ config, repos, tx, box, audit, limits, names, now }: Needs) {
  const outbound = createOutbound({ allowed: config.ALLOW_PRIVATE_HOSTS, names })
  const spotify = createSpotify({ config, outbound })
  const tokens = createAccessTokens({ repo: repos.integrations, box, spotify, now })

  return {
    tokens,

    /** Number of connections that users must renew, as their tokens were encrypted with another key. */
    countLost: async (): Promise<number> =>
      (await repos.integrations.listSealed()).filter((sealed) => !box.isOurs(sealed)).length,

    async routes(app: FastifyInstance): Promise<void> {
      const authorization = createAuthorization({
        starts: repos.integrationStarts,
        tx,
        spotify,
        tokens,
        box,
        audit,
        limits,
        now,
      })
      const service = createIntegrationsService({ repo: repos.integrations, spotify, audit })
      const ownAddresses = { publicUrl: config.PUBLIC_URL, origins: config.CORS_ORIGINS }
      await app.register(integrationsRoutes, { service, authorization, ownAddresses })
      app.addHook('onClose', () => outbound.close())
    },
  }
}
