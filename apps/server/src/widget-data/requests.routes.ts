import { moduleRequests } from '@atalaya/contract/module-requests'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { ModuleRequests } from './requests.service.ts'
import type { WidgetStorage } from './storage.service.ts'

type Options = { requests: ModuleRequests; storage: WidgetStorage }

export async function moduleRequestsRoutes(app: FastifyInstance, { requests, storage }: Options): Promise<void> {
  mount(app, moduleRequests.send, ({ body }, { actor }) => requests.send(actor, body))
  mount(app, moduleRequests.readStorage, ({ params: { widgetId } }, { actor }) => storage.read(actor, widgetId))
  mount(app, moduleRequests.writeStorage, async ({ params: { widgetId }, body }, { actor }) => {
    await storage.write(actor, widgetId, body)
    return {}
  })
}
