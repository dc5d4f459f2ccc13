import { moduleSources } from '@atalaya/contract/module-sources'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { SourcesService } from './sources.service.ts'
import type { Suggestions } from './suggestions.service.ts'

type Options = { service: SourcesService; suggestions: Suggestions }

export async function sourcesRoutes(app: FastifyInstance, { service, suggestions }: Options): Promise<void> {
  mount(app, moduleSources.read, async ({ params: { widgetId } }, { actor }) => ({
    state: await service.watch(actor, widgetId),
  }))
  mount(app, moduleSources.picture, async ({ params: { widgetId, key } }, { actor }) => ({
    picture: await service.picture(actor, widgetId, key),
  }))
  mount(app, moduleSuggestions.suggest, async ({ params: { id }, body }, { actor }) => ({
    suggestions: await suggestions.find(actor, { moduleId: id, ...body }),
  }))
}
