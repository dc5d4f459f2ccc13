import { type Display, display, displays } from '@atalaya/contract/displays'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { PiecedAnswer, serializeItems } from '#server/http/pieced.ts'
import type { DisplaysService } from './displays.service.ts'
import type { SendOrder } from './orders.ts'
import type { Pairing } from './pairing.ts'

type Needs = { service: DisplaysService; pairing: Pairing; sendOrder: SendOrder }

export async function displaysRoutes(app: FastifyInstance, { service, pairing, sendOrder }: Needs): Promise<void> {
  mount(app, displays.list, async (_input, { actor }) => {
    const pieces = serializeItems(display, service.list(actor))
    return new PiecedAnswer<{ displays: Display[] }>({ displays: [] }, 'displays', pieces)
  })
  mount(app, displays.waiting, ({ params }, { actor, request }) =>
    pairing.waiting(callerOf(actor, request), params.code),
  )
  mount(app, displays.pair, async ({ body }, { actor, request }) => ({
    display: await pairing.pair(callerOf(actor, request), body),
  }))
  mount(app, displays.edit, async ({ params, body }, { actor, request }) => ({
    display: await service.edit(callerOf(actor, request), params.id, body),
  }))
  mount(app, displays.remove, async ({ params }, { actor, request }) => {
    await service.remove(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, displays.sendOrder, ({ body }, { actor, request }) => sendOrder(callerOf(actor, request), body))
  mount(app, displays.listAll, async () => ({ displays: await service.listAll() }))
  mount(app, displays.removeAny, async ({ params }, { actor, request }) => {
    await service.removeAny(callerOf(actor, request), params.id)
    return {}
  })
}
