import { integrations } from '@atalaya/contract/integrations'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Authorization } from './authorization.service.ts'
import type { IntegrationsService } from './integrations.service.ts'
import { type OwnAddresses, returnAddress } from './return-address.ts'

type Needs = { service: IntegrationsService; authorization: Authorization; ownAddresses: OwnAddresses }

export async function integrationsRoutes(
  app: FastifyInstance,
  { service, authorization, ownAddresses }: Needs,
): Promise<void> {
  mount(app, integrations.list, async ({ query }, { actor, request }) => ({
    integrations: await service.list(actor.userId),
    offers: service.offers(returnAddress(query.origin, request.host, ownAddresses), actor.role),
  }))
  mount(app, integrations.startSpotify, async ({ body }, { actor, request }) => ({
    authorizeUrl: await authorization.start(
      callerOf(actor, request),
      returnAddress(body.origin, request.host, ownAddresses),
    ),
  }))
  mount(app, integrations.exchangeSpotify, async ({ body }, { actor, request }) => ({
    integration: await authorization.finish(callerOf(actor, request), body),
  }))
  mount(app, integrations.remove, async ({ params }, { actor, request }) => {
    await service.remove(callerOf(actor, request), params.id)
    return {}
  })
}
