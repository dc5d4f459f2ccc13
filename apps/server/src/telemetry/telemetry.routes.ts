import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { TelemetryService } from './telemetry.service.ts'

export async function telemetryRoutes(app: FastifyInstance, { service }: { service: TelemetryService }): Promise<void> {
  mount(app, agents.records, ({ params, query }, { actor }) => service.records(actor, params.id, query))
  mount(app, agents.latest, async (_input, { actor }) => ({ latest: await service.latest(actor) }))
  mount(app, telemetry.range, ({ params, query }, { actor }) => service.range(actor, params.id, query))
  mount(app, telemetry.compare, ({ query }, { actor }) => service.compare(actor, query))
  mount(app, telemetry.push, async ({ params, body }, { actor }) => ({
    agentId: actor.agentId,
    records: await service.push(actor, params.id, body),
  }))
}
