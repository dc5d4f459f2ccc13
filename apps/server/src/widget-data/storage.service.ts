import { createHash } from 'node:crypto'
import type { moduleRequests } from '@atalaya/contract/module-requests'
import type { Data, Input } from '@atalaya/contract/route'
import type { OpenWidget } from '#server/dashboard/widgets.service.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { StorageRepo } from './storage.repo.ts'

const WRITE_RATE = {
  name: 'module-storage',
  max: 60,
  windowMs: 60_000,
  message: 'This widget stores too often; try again in a minute',
  code: 'modules.too_many',
}

/** Limit for all widgets of a user: twelve times that of one widget. A full page has twenty widgets. */
const USER_WRITE_RATE = {
  ...WRITE_RATE,
  name: 'module-storage of a user',
  max: 720,
  message: 'Your widgets store too often; try again in a minute',
}

type Needs = {
  repo: StorageRepo
  catalogue: Pick<Catalogue, 'find'>
  widgets: { open: (actor: Actor, id: string) => Promise<OpenWidget> }
  limits: RateLimits
}

/** One JSON value for each widget whose module has the permission `storage`. The contract bounds its length. */
export function createWidgetStorage({ repo, catalogue, widgets, limits }: Needs) {
  /**
   * Refuses widgets without storage. `isOpenToDisplays`: true if displays may write.
   *
   * @throws AppError not_found if the caller has no such widget; forbidden if its module has no storage
   */
  async function assertHasStorage(actor: Actor, widgetId: string) {
    const { moduleId, config } = await widgets.open(actor, widgetId)
    const { storage, displaysStore = '' } = catalogue.find(moduleId)?.manifest.permissions ?? {}
    if (!storage) throw new AppError('forbidden', 'This module has no storage', { code: 'modules.no_storage' })
    return { isOpenToDisplays: config[displaysStore] === true }
  }

  async function replace(widgetId: string, expectedVersion: string | null, value: string): Promise<void> {
    const stored = await repo.read(widgetId)
    if (versionOf(stored) !== expectedVersion || !(await repo.replace(widgetId, stored, value))) throw storageChanged()
  }

  return {
    async read(actor: Actor, widgetId: string): Promise<StoredValue> {
      await assertHasStorage(actor, widgetId)
      const text = await repo.read(widgetId)
      return { value: JSON.parse(text ?? 'null'), version: versionOf(text) }
    },

    /**
     * Writes a value.
     *
     * @throws AppError conflict if the stored version is not `over`, besides those of `assertHasStorage`
     * @throws AppError forbidden for a display that may only read; too_many for too many writes
     */
    async write(actor: Actor, widgetId: string, { value, over }: Written): Promise<void> {
      const { isOpenToDisplays } = await assertHasStorage(actor, widgetId)
      if (actor.credential?.display && !isOpenToDisplays) throw readOnlyThere()
      limits.spend(WRITE_RATE, widgetId)
      limits.spend(USER_WRITE_RATE, actor.userId)
      const text = JSON.stringify(value)
      await (over === undefined ? repo.write(widgetId, text) : replace(widgetId, over, text))
    },
  }
}
type StoredValue = Data<typeof moduleRequests.readStorage>
type Written = Input<typeof moduleRequests.writeStorage>['body']

const versionOf = (text: string | null): string | null =>
  text === null ? null : createHash('sha256').update(text).digest('base64url')

const readOnlyThere = () =>
  new AppError('forbidden', 'This widget can only be read on displays', { code: 'displays.refused' })

const storageChanged = () =>
  new AppError('conflict', 'Another screen has stored something in between', { code: 'modules.storage_changed' })

export type WidgetStorage = ReturnType<typeof createWidgetStorage>
