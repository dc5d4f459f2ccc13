import { modules } from '@atalaya/contract/modules'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { Catalogue } from './modules.service.ts'

export async function modulesRoutes(app: FastifyInstance, { catalogue }: { catalogue: Catalogue }): Promise<void> {
  mount(app, modules.list, async () => ({ modules: await catalogue.list() }))
}
