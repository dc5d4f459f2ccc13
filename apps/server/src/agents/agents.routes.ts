import { Readable } from 'node:stream'
import { agentFile, agentTable } from '@atalaya/contract/agent-downloads'
import { agents } from '@atalaya/contract/agents'
import type { Data } from '@atalaya/contract/route'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { readBody } from '#server/http/bodies.ts'
import { mount, serve } from '#server/http/mount.ts'
import { PiecedAnswer } from '#server/http/pieced.ts'
import type { ReadAgentFile } from './agent-file.ts'
import type { AgentsService } from './agents.service.ts'

const PATCH_TYPES = ['application/merge-patch+json', 'application/json-patch+json']

type Needs = { service: AgentsService; readAgentFile: ReadAgentFile }

export async function agentsRoutes(app: FastifyInstance, { service, readAgentFile }: Needs): Promise<void> {
  app.addContentTypeParser(PATCH_TYPES, { parseAs: 'string' }, readBody)

  serve(app, agentFile, async ({ reply }) => {
    const { text, sha256 } = await readAgentFile()
    reply.header('cache-control', 'no-cache').header('etag', `"${sha256}"`)
    return reply.type('text/javascript; charset=utf-8').send(text)
  })
  mount(app, agents.list, async ({ query }, { actor }) => {
    const { pieces, ...rest } = await service.list(actor, query)
    return new PiecedAnswer<Data<typeof agents.list>>({ ...rest, agents: [] }, 'agents', pieces)
  })
  serve(app, agentTable, async ({ actor, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="agents.csv"').type('text/csv; charset=utf-8')
    return reply.send(Readable.from(service.csv(actor, query), { highWaterMark: 1 }))
  })
  mount(app, agents.tags, async (_input, { actor }) => ({ tags: await service.tags(actor) }))
  mount(app, agents.facets, (_given, { actor }) => service.facets(actor))
  mount(app, agents.get, ({ params }, { actor }) => service.getOrOwned(actor, params.id))
  mount(app, agents.register, ({ body }, { actor, request }) => service.register(callerOf(actor, request), body))
  mount(app, agents.edit, async ({ params, body }, { actor, request }) => ({
    agent: await service.asSeenBy(actor, await service.edit(callerOf(actor, request), params.id, body)),
  }))
  mount(app, agents.remove, async ({ params }, { actor, request }) => {
    await service.remove(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, agents.renewToken, ({ params }, { actor, request }) =>
    service.renewToken(callerOf(actor, request), params.id),
  )
  mount(app, agents.release, async ({ params }, { actor, request }) => ({
    agent: await service.release(callerOf(actor, request), params.id),
  }))
  mount(app, agents.stats, () => service.stats())
}
