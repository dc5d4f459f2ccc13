import { preferenceCalls } from '@atalaya/contract/preferences'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { PreferencesService } from './preferences.service.ts'

export async function preferencesRoutes(
  app: FastifyInstance,
  { service }: { service: PreferencesService },
): Promise<void> {
  mount(app, preferenceCalls.read, async (_input, { actor }) => ({ preferences: await service.of(actor.userId) }))
  mount(app, preferenceCalls.keep, async ({ body }, { actor }) => {
    await service.keep(actor.userId, body)
    return {}
  })
}
