import type { DisplayOrder, displays } from '@atalaya/contract/displays'
import type { Data, Input } from '@atalaya/contract/route'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { refuseForeignPages } from './display-fields.ts'
import { ordersOfPerson } from './display-limits.ts'
import { type DisplayViews, isOnline, settingsIn, tagsIn } from './display-views.ts'
import type { DisplayChange, DisplayRow, FullDisplayRow } from './displays.repo.ts'
import { noSuchDisplay } from './displays.service.ts'

const MINUTE_MS = 60_000

type OrderInput = Input<typeof displays.sendOrder>['body']
type Needs = {
  tx: RunInTransaction<'audit' | 'displays' | 'pages'>
  views: DisplayViews
  live: Pick<Live, 'emit'>
  limits: RateLimits
  now: () => number
}

/**
 * Orders of owners to their displays. Lasting ones are stored, too, so that a screen that starts later follows them.
 */
export function createOrders({ tx, views, live, limits, now }: Needs) {
  /** Stores a lasting order. True if a display changed. */
  async function storeLasting(
    { displays, pages }: Pick<Repos, 'displays' | 'pages'>,
    ownerId: string,
    ids: string[],
    order: DisplayOrder,
  ) {
    const changeOf = lastingChangeOf(order, now())
    if (!changeOf) return false
    if (order.kind === 'page' && order.pageId !== null) {
      await refuseForeignPages(pages, ownerId, [{ path: 'order.pageId', pageId: order.pageId }])
    }
    for (const row of await displays.lock(ownerId, ids)) await displays.update(row.id, changeOf(row))
    return true
  }

  return async (by: Caller, { to, order }: OrderInput): Promise<Data<typeof displays.sendOrder>> => {
    limits.spend(ordersOfPerson, by.userId)
    const { targets, isStored } = await tx(async (repos) => {
      const targets = targetsOf(to, await repos.displays.listOf(by.userId))
      if (targets.length === 0) return { targets, isStored: false }
      const ids = targets.map(({ id }) => id)
      const isStored = await storeLasting(repos, by.userId, ids, order)
      await repos.audit.insert(now(), { action: 'display.told', by, ...auditWordsOf(order, targets) })
      return { targets, isStored }
    })
    if (targets.length > 0) {
      const displayIds = targets.map(({ id }) => id)
      live.emit({ type: 'display.told', data: { displayIds, order } }, { userIds: [by.userId] })
      if (isStored) await views.announce(displayIds)
    }
    return { told: targets.length, online: targets.filter((row) => isOnline(row, now())).length }
  }
}
export type SendOrder = ReturnType<typeof createOrders>

/** @throws AppError not_found if one of the ids is not the owner's; then no display gets the order */
function targetsOf({ displayIds, tag }: OrderInput['to'], ownDisplays: FullDisplayRow[]): FullDisplayRow[] {
  // Reads no playlists: those of fifty displays take 30 ms.
  if (displayIds === undefined) return ownDisplays.filter((row) => tagsIn(row).includes(tag ?? ''))
  const ids = new Set(displayIds)
  const chosen = ownDisplays.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size) throw noSuchDisplay()
  return chosen
}

/** Lasting change of a display by an order; null if there is none. */
function lastingChangeOf(order: DisplayOrder, now: number): ((row: DisplayRow) => DisplayChange) | null {
  switch (order.kind) {
    case 'page': {
      const { pageId, minutes } = order
      return () => ({ event: pageId === null ? null : { pageId, until: now + minutes * MINUTE_MS } })
    }
    case 'theme':
      return (row) => ({ settings: { ...settingsIn(row), theme: order.theme } })
    case 'brightness':
      return (row) => ({ settings: { ...settingsIn(row), brightness: order.brightness } })
    default:
      return null
  }
}

function auditWordsOf({ kind }: DisplayOrder, targets: FullDisplayRow[]) {
  const [target, ...others] = targets
  if (target && others.length === 0) return { target: { id: target.id, name: target.name }, details: kind }
  return { details: `${kind}: ${targets.map(({ name }) => name).join(', ')}` }
}
