import { commands } from '@atalaya/contract/commands'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AgentsService } from '#server/agents/agents.service.ts'
import { AppError } from '#server/domain/errors.ts'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Cancelling } from './cancelling.ts'
import type { CommandsService } from './commands.service.ts'
import type { Preview } from './preview.ts'
import type { Sending } from './sending.ts'

const KEY_MAX = 200

type Needs = {
  service: CommandsService
  sending: Sending
  preview: Preview
  cancelling: Cancelling
  agents: AgentsService
}

export async function commandsRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { service, sending, preview, cancelling, agents } = needs
  mount(app, commands.send, ({ body }, { actor, request }) =>
    sending.send(callerOf(actor, request), body, idempotencyKey(request)),
  )
  mount(app, commands.preview, ({ body }, { actor, request }) => preview(callerOf(actor, request), body))
  mount(app, commands.reach, ({ query }, { actor }) => agents.reach(actor, query))
  mount(app, commands.capabilities, async ({ params }, { actor }) => ({
    capabilities: await agents.capabilities(actor, params.id),
  }))
  mount(app, commands.listOfAgent, ({ params, query }, { actor }) => service.listOfAgent(actor, params.id, query))
  mount(app, commands.get, ({ params }, { actor }) => service.get(actor, params.id))
  mount(app, commands.cancel, async ({ params }, { actor, request }) => ({
    command: await cancelling.cancel(callerOf(actor, request), params.id),
  }))
  mount(app, commands.activity, ({ query }, { actor }) => service.activity(actor, query))
  mount(app, commands.batch, ({ params, query }, { actor }) => service.batch(actor, params.id, query))
}

/** The caller's name for this very request: repeated after a lost answer, it is not sent a second time. */
function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && key !== '' && key.length <= KEY_MAX) return key
  throw new AppError('bad_request', `Idempotency-Key has 1 to ${KEY_MAX} characters`)
}
