import { moduleIndexes } from '@atalaya/contract/module-indexes'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { IndexesService } from './indexes.service.ts'
import type { OffersService } from './offers.service.ts'

type Options = { service: IndexesService; offers: OffersService }

export async function indexesRoutes(app: FastifyInstance, { service, offers }: Options): Promise<void> {
  mount(app, moduleIndexes.list, async () => ({ indexes: await service.list() }))
  mount(app, moduleIndexes.find, async ({ body }, { actor, request }) => ({
    index: await service.find(callerOf(actor, request), body.address),
  }))
  mount(app, moduleIndexes.add, async ({ body }, { actor, request }) => ({
    index: await service.add(callerOf(actor, request), body.address, body.key),
  }))
  mount(app, moduleIndexes.look, async ({ params }, { actor, request }) => ({
    index: await service.refresh(callerOf(actor, request), params.id),
  }))
  mount(app, moduleIndexes.acceptKey, async ({ params, body }, { actor, request }) => ({
    index: await service.acceptKey(callerOf(actor, request), params.id, body.key),
  }))
  mount(app, moduleIndexes.remove, async ({ params }, { actor, request }) => {
    await service.remove(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, moduleIndexes.modules, ({ query }) => offers.list(query))
  mount(app, moduleIndexes.install, ({ params, body }, { actor, request }) =>
    offers.install(callerOf(actor, request), { indexId: params.id, id: params.moduleId, ...body }),
  )
}
