import { audit } from '@atalaya/contract/audit'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { Audit } from './audit.service.ts'

export async function auditRoutes(app: FastifyInstance, { service }: { service: Audit }): Promise<void> {
  mount(app, audit.list, ({ query }) => service.list(query))
}
