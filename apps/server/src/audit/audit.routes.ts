import { Readable } from 'node:stream'
import { audit, auditTable } from '@atalaya/contract/audit'
import type { FastifyInstance } from 'fastify'
import { mount, serve } from '#server/http/mount.ts'
import type { Audit } from './audit.service.ts'

export async function auditRoutes(app: FastifyInstance, { service }: { service: Audit }): Promise<void> {
  mount(app, audit.list, ({ query }) => service.list(query))
  serve(app, auditTable, async ({ actor, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="audit.csv"').type('text/csv; charset=utf-8')
    return reply.send(Readable.from(service.csv(actor, query), { highWaterMark: 1 }))
  })
}
