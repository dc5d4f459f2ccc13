import { themes } from '@atalaya/contract/themes'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Themes } from './themes.service.ts'

export async function themesRoutes(app: FastifyInstance, { service }: { service: Themes }): Promise<void> {
  mount(app, themes.list, async () => ({ themes: await service.list() }))
  mount(app, themes.add, async ({ body }, { actor, request }) => ({
    theme: await service.add(callerOf(actor, request), body.file, body.replace),
  }))
  mount(app, themes.remove, async ({ params }, { actor, request }) => {
    await service.remove(callerOf(actor, request), params.id)
    return {}
  })
}
