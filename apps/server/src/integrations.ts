import type { FastifyInstance } from 'fastify'
import type { Audit } from './audit/audit.service.ts'
import type { RateLimits } from './auth/rate-limits.ts'
import type { Config } from './config.ts'
import type { Repos, RunInTransaction } from './db/repos.ts'
import { createAccessTokens } from './integrations/access-tokens.ts'
import { createAuthorization } from './integrations/authorization.service.ts'
import { integrationsRoutes } from './integrations/integrations.routes.ts'
import { createIntegrationsService } from './integrations/integrations.service.ts'
import { createSpotify } from './integrations/spotify.ts'
import { createOutbound } from './net/outbound.ts'
import type { SecretBox } from './secrets/secret-box.ts'

type Needs = {
  config: Config
  repos: Repos
  tx: RunInTransaction
  box: SecretBox
  audit: Audit
  limits: RateLimits
  now: () => number
}

/** Puts together what connects users' accounts at other services, and holds their tokens. */
export function createIntegrations({ config, repos, tx, box, audit, limits, now }: Needs) {
  const outbound = createOutbound({ allowed: config.ALLOW_PRIVATE_HOSTS })
  const spotify = createSpotify({ config, outbound })
  const tokens = createAccessTokens({ repo: repos.integrations, box, spotify, now })

  return {
    tokens,

    async routes(app: FastifyInstance): Promise<void> {
      const authorization = createAuthorization({ starts: repos.starts, tx, spotify, tokens, box, audit, limits, now })
      const service = createIntegrationsService({ repo: repos.integrations, spotify, audit })
      const own = { publicUrl: config.PUBLIC_URL, origins: config.CORS_ORIGINS }
      await app.register(integrationsRoutes, { service, authorization, own })
      app.addHook('onClose', () => outbound.close())
    },
  }
}
