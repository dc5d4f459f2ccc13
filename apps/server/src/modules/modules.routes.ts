import { modules } from '@atalaya/contract/modules'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { Catalogue } from './modules.service.ts'

export async function modulesRoutes(app: FastifyInstance, { catalogue }: { catalogue: Catalogue }): Promise<void> {
  mount(app, modules.list, async (_input, { actor }) => {
    const all = await catalogue.list()
    const shown = actor.credential?.display?.modules
    return { modules: shown ? all.filter(({ id }) => shown.has(id)) : all }
  })
}
