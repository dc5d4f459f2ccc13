import { agents } from '@atalaya/contract/agents'
import type { Data } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import { PiecedAnswer } from '#server/http/pieced.ts'
import type { TelemetryService } from './telemetry.service.ts'

export async function telemetryRoutes(app: FastifyInstance, { service }: { service: TelemetryService }): Promise<void> {
  mount(app, agents.records, async ({ params, query }, { actor }) => {
    const { records, pagination } = await service.records(actor, params.id, query)
    return new PiecedAnswer<Data<typeof agents.records>>({ records: [], pagination }, 'records', records)
  })
  mount(app, agents.record, async ({ params }, { actor }) => ({
    record: await service.record(actor, params.id, params.recordId),
  }))
  mount(app, agents.latest, async (_input, { actor }) => {
    return new PiecedAnswer<Data<typeof agents.latest>>({ latest: [] }, 'latest', await service.latest(actor))
  })
  mount(app, telemetry.range, ({ params, query }, { actor }) => service.range(actor, params.id, query))
  mount(app, telemetry.compare, ({ query }, { actor }) => service.compare(actor, query))
  mount(app, telemetry.push, async ({ params, body }, { actor }) => ({
    agentId: actor.agentId,
    records: await service.push(actor, params.id, body),
  }))
}
