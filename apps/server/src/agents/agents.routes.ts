import { agents } from '@atalaya/contract/agents'
import type { FastifyInstance } from 'fastify'
import { jsonParser } from '#server/http/bodies.ts'
import { mount } from '#server/http/mount.ts'
import type { AgentsService } from './agents.service.ts'

const PATCH_TYPES = ['application/merge-patch+json', 'application/json-patch+json']

export async function agentsRoutes(app: FastifyInstance, { service }: { service: AgentsService }): Promise<void> {
  app.addContentTypeParser(PATCH_TYPES, { parseAs: 'string' }, jsonParser(app))

  mount(app, agents.list, ({ query }, { actor }) => service.list(actor, query))
  mount(app, agents.get, ({ params }, { actor }) => service.getOrOwned(actor, params.id))
  mount(app, agents.register, ({ body }, { actor }) => service.register(actor, body))
  mount(app, agents.edit, async ({ params, body }, { actor }) => ({
    agent: await service.edit(actor, params.id, body),
  }))
  mount(app, agents.remove, async ({ params }, { actor }) => {
    await service.remove(actor, params.id)
    return {}
  })
  mount(app, agents.renewToken, ({ params }, { actor }) => service.renewToken(actor, params.id))
  mount(app, agents.stats, () => service.stats())
}
