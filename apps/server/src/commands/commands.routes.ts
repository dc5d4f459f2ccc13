import { commands, WAITED_MAX } from '@atalaya/contract/commands'
import type { FastifyInstance } from 'fastify'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { callerOf, requireScope } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Cancelling } from './cancelling.ts'
import type { CommandsService } from './commands.service.ts'
import type { Preview } from './preview.ts'
import type { Sending } from './sending.ts'
import type { Waiting } from './waiting.ts'

type Needs = {
  service: CommandsService
  sending: Sending
  preview: Preview
  cancelling: Cancelling
  untilEnded: Waiting
  agents: AgentsService
}

export async function commandsRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { service, sending, preview, cancelling, untilEnded, agents } = needs
  mount(app, commands.send, async ({ query: { waitS }, headers, body }, { actor, request, reply }) => {
    if (waitS > 0) requireScope(actor, 'commands:read')
    const key = keyOfCaller(actor, headers['idempotency-key'])
    const send = () => sending.send(callerOf(actor, request), body, key)
    const sent = await untilEnded(actor, { waitS, reply, idsOf: (sent) => waitedIdsOf(sent) }, send)
    return waitS === 0 ? sent : { ...sent, waited: await service.findMany(actor, waitedIdsOf(sent)) }
  })
  mount(app, commands.preview, ({ body }, { actor, request }) => preview(callerOf(actor, request), body))
  mount(app, commands.reach, ({ query }, { actor }) => agents.countReached(actor, query))
  mount(app, commands.capabilities, async ({ params }, { actor }) => ({
    capabilities: await agents.capabilities(actor, params.id),
  }))
  mount(app, commands.listOfAgent, ({ params, query }, { actor }) => service.listOfAgent(actor, params.id, query))
  mount(app, commands.get, async ({ params, query: { waitS } }, { actor, reply }) => {
    const read = () => service.get(actor, params.id)
    const found = await untilEnded(actor, { waitS, reply, idsOf: () => [params.id] }, read)
    return waitS === 0 ? found : read()
  })
  mount(app, commands.cancel, async ({ params }, { actor, request }) => ({
    command: await cancelling.cancel(callerOf(actor, request), params.id),
  }))
  mount(app, commands.activity, ({ query }, { actor }) => service.activity(actor, query))
  mount(app, commands.batch, ({ params, query }, { actor }) => service.batch(actor, params.id, query))
}

/** Ids of the commands of a batch that a call waits for. */
const waitedIdsOf = ({ commands }: { commands: { commandId: string }[] }) =>
  commands.slice(0, WAITED_MAX).map(({ commandId }) => commandId)

/** Idempotency key, with the token's id before it: two tokens never share an answer. */
const keyOfCaller = ({ credential }: Actor, key: string | undefined): string | null =>
  key !== undefined && credential ? `${credential.id}:${key}` : (key ?? null)
