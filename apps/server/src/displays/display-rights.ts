import { keysOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { pagesOf } from '@atalaya/contract/displays'
import type { FindDisplayRights } from '#server/credentials/credentials.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { DisplayRightsRepo, ShownWidget } from './display-rights.repo.ts'
import { eventIn, storedFieldsIn } from './display-views.ts'
import type { DisplaysRepo } from './displays.repo.ts'

type Needs = {
  displays: Pick<DisplaysRepo, 'find'>
  repo: DisplayRightsRepo
  catalogue: Pick<Catalogue, 'find' | 'isBundled'>
  now: () => number
}

/**
 * Finds all that a display may read: its pages, their widgets, and agents chosen in the widgets' forms. Modules that
 * show the owner's fleet or alerts add those.
 */
export function createFindDisplayRights({ displays, repo, catalogue, now }: Needs): FindDisplayRights {
  /** Cached keys of modules' forms, by the catalogue's entry. */
  const cachedKeys = new WeakMap<NonNullable<ReturnType<Catalogue['find']>>, string[]>()

  /**
   * Keys of a module's form that hold agents; none if the module may not read agents. Reads each form once, in a turn
   * of its own: a large one takes some 20 ms.
   */
  async function agentKeys(moduleId: string): Promise<string[]> {
    const module = catalogue.find(moduleId)
    if (!module?.configSchema) return []
    if (!catalogue.isBundled(moduleId) && module.manifest.permissions?.agents !== 'read') return []
    const cached = cachedKeys.get(module)
    if (cached) return cached
    await waitForFreeTurn()
    const keys = keysOf(parseConfigSchema(module.configSchema), 'agent')
    cachedKeys.set(module, keys)
    return keys
  }

  /** Agents chosen in the forms of widgets. */
  async function agentsOf(widgets: ShownWidget[]): Promise<string[]> {
    const byKey = new Map<string, string[]>()
    for (const [moduleId, widgetsOfModule] of Map.groupBy(widgets, (widget) => widget.moduleId)) {
      for (const key of await agentKeys(moduleId)) {
        byKey.set(key, [...(byKey.get(key) ?? []), ...widgetsOfModule.map(({ id }) => id)])
      }
    }
    const values = await Promise.all([...byKey].map(([key, ids]) => repo.valuesOf(ids, key)))
    return values.flat()
  }

  return async (displayId, ownerId) => {
    const row = await displays.find(displayId)
    if (!row) return null
    const { entries, settings } = storedFieldsIn(row)
    const event = eventIn(row, now())
    const pages = pagesOf({ entries, settings, event })
    const widgets = await repo.widgetsOn(ownerId, [...pages])
    const shows = new Set(widgets.flatMap(({ moduleId }) => catalogue.find(moduleId)?.manifest.shows ?? []))
    const hasFleet = shows.has('fleet')
    const fleet = hasFleet ? await repo.agentIdsOf(ownerId) : []
    const rights = {
      pages,
      widgets: new Set(widgets.map(({ id }) => id)),
      modules: new Set(widgets.map(({ moduleId }) => moduleId)),
      agents: new Set([...(await agentsOf(widgets)), ...fleet]),
      hasFleet,
      hasAlerts: shows.has('alerts'),
      watchesAlerts: settings.onAlert !== null,
    }
    return { rights, until: event && row.event_until }
  }
}
