import { modules } from '@atalaya/contract/modules'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { Catalogue } from './modules.service.ts'

export async function modulesRoutes(app: FastifyInstance, { catalogue }: { catalogue: Catalogue }): Promise<void> {
  mount(app, modules.list, async (_input, { actor }) => {
    const all = await catalogue.list()
    const shown = actor.credential?.display?.modules
    const isShown = ({ id }: { id: string }) => !shown || shown.has(id)
    return { modules: all.filter(isShown), stopped: catalogue.listStopped().filter(isShown) }
  })
}
