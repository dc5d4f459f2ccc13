import { type InstallationStatus, LOST_SECRETS_MAX } from '@atalaya/contract/installation'
import { installedMeta } from '@atalaya/contract/modules'
import type { WidgetConfigs } from './widget-configs.ts'
import type { OwnedWidget, WidgetsRepo } from './widgets.repo.ts'

/** Widgets of one read: a short turn of the event loop, and at most 2 MiB. */
const WIDGETS_PER_READ = 50

type Needs = { repo: Pick<WidgetsRepo, 'listAfter'>; configs: Pick<WidgetConfigs, 'countLost'> }
type Lost = OwnedWidget & { count: number }

/** The widgets whose secrets were sealed with a key that is lost: their owners must enter them again. */
export function createLostSecrets({ repo, configs }: Needs) {
  /** True once no secrets are lost: that can't change, as a process keeps its key. */
  let isKnownClean = false

  const countLost = ({ config }: OwnedWidget) => (config === null ? 0 : configs.countLost(JSON.parse(config)))

  async function* readLost(): AsyncGenerator<Lost> {
    let afterId = ''
    while (true) {
      const some = await repo.listAfter(afterId, WIDGETS_PER_READ)
      for (const widget of some) {
        const count = countLost(widget)
        if (count > 0) yield { ...widget, count }
      }
      if (some.length < WIDGETS_PER_READ) return
      afterId = some.at(-1)?.id ?? afterId
    }
  }

  return {
    async count(): Promise<number> {
      let total = 0
      for await (const { count } of readLost()) total += count
      return total
    },

    /** Visible widgets with lost secrets. Deleted ones are listed once they are restored. */
    async list(): Promise<InstallationStatus['lostSecrets']> {
      const widgets: InstallationStatus['lostSecrets']['widgets'] = []
      if (isKnownClean) return { widgets, isMore: false }
      let isClean = true
      for await (const { id, meta, page, owner, deletedAt } of readLost()) {
        isClean = false
        if (deletedAt !== null) continue
        if (widgets.length === LOST_SECRETS_MAX) return { widgets, isMore: true }
        widgets.push({ widgetId: id, widget: nameOf(meta), page, owner })
      }
      isKnownClean = isClean
      return { widgets, isMore: false }
    },
  }
}
export type LostSecrets = ReturnType<typeof createLostSecrets>

const nameOf = (meta: string): string => installedMeta.parse(JSON.parse(meta)).name
