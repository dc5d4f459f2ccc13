import { tokens } from '@atalaya/contract/credentials'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { TokensService } from './tokens.service.ts'

export async function tokensRoutes(app: FastifyInstance, { service }: { service: TokensService }): Promise<void> {
  mount(app, tokens.list, async (_input, { actor }) => ({ tokens: await service.list(actor) }))
  mount(app, tokens.create, ({ body }, { actor, request }) => service.create(callerOf(actor, request), body))
  mount(app, tokens.revoke, async ({ params }, { actor, request }) => {
    await service.revoke(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, tokens.listAll, async () => ({ tokens: await service.listAll() }))
  mount(app, tokens.revokeAny, async ({ params }, { actor, request }) => {
    await service.revokeAny(callerOf(actor, request), params.id)
    return {}
  })
}
