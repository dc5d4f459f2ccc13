import type { moduleRequests } from '@atalaya/contract/module-requests'
import type { Data } from '@atalaya/contract/route'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { StorageRepo } from './storage.repo.ts'

const WRITES = {
  name: 'module-storage',
  max: 60,
  windowMs: 60_000,
  message: 'This widget stores too often; try again in a minute',
  code: 'modules.too_many',
}

type Needs = {
  repo: StorageRepo
  catalogue: Pick<Catalogue, 'find'>
  widgets: { open: (actor: Actor, id: string) => Promise<OpenWidget> }
  limits: RateLimits
}

/** One JSON value for each widget whose module asks for storage. The contract bounds its length. */
export function createWidgetStorage({ repo, catalogue, widgets, limits }: Needs) {
  async function refuseOthers(actor: Actor, widgetId: string): Promise<void> {
    const { moduleId } = await widgets.open(actor, widgetId)
    if (catalogue.find(moduleId)?.manifest.permissions?.storage) return
    throw new AppError('forbidden', 'This module has no storage', { code: 'modules.no_storage' })
  }

  return {
    async read(actor: Actor, widgetId: string): Promise<Stored> {
      await refuseOthers(actor, widgetId)
      return JSON.parse((await repo.read(widgetId)) ?? 'null')
    },

    async write(actor: Actor, widgetId: string, value: unknown): Promise<void> {
      await refuseOthers(actor, widgetId)
      limits.spend(WRITES, widgetId)
      await repo.write(widgetId, JSON.stringify(value))
    },
  }
}
type Stored = Data<typeof moduleRequests.readStorage>['value']

export type WidgetStorage = ReturnType<typeof createWidgetStorage>
