import type { AgentColumn } from '@atalaya/contract/agent-listing'
import type { ListLook } from '@atalaya/contract/preferences'
import { useMemo } from 'react'
import type { Listing } from '#web/features/agents/list/listing.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'

/** Everybody's agents, for administrators, or one's own. */
export type ListKind = 'fleet' | 'own'

/** Columns that may be shown or not: how the column menu calls each, and how wide it is, in rem. */
export const OPTIONAL: Record<AgentColumn, { title: string; width: number }> = {
  ip: { title: 'IP', width: 8 },
  lastSeen: { title: 'Last Seen', width: 10.75 },
  tags: { title: 'Tags', width: 14 },
  cpu: { title: 'CPU', width: 6 },
  memory: { title: 'Memory', width: 6.5 },
  disk: { title: 'Disk', width: 6 },
  temperature: { title: 'Temperature', width: 8.5 },
  system: { title: 'System', width: 11 },
  version: { title: 'Version', width: 6.5 },
  owner: { title: 'Owner', width: 8 },
}
const ALL = Object.keys(OPTIONAL) as AgentColumn[]

type Columns = { offered: AgentColumn[]; usual: AgentColumn[]; unasked?: AgentColumn }
const OFFERS: Record<ListKind, Columns> = {
  fleet: { offered: ALL, usual: ['ip', 'lastSeen', 'tags'] },
  own: {
    // One's own agents have one owner, and stand where one knows.
    offered: ALL.filter((name) => name !== 'owner' && name !== 'ip'),
    usual: ['lastSeen', 'tags', 'cpu', 'memory', 'disk', 'temperature'],
    // The number on a phone where the list is in no order.
    unasked: 'disk',
  },
}
export const offeredIn = (kind: ListKind): AgentColumn[] => OFFERS[kind].offered

/** The columns that somebody chose for a list, or the usual ones. */
export function chosenColumns(kind: ListKind, look: ListLook): AgentColumn[] {
  const { offered, usual } = OFFERS[kind]
  return offered.filter((name) => (look.columns ?? usual).includes(name))
}

/** What a table of these columns saves: what it shows, on a screen that has room for all. */
export const csvColumns = (kind: ListKind, look: ListLook, { sort }: Listing): string[] => [
  ...(kind === 'fleet' ? ['id', 'name', 'status'] : ['name', 'status']),
  ...ALL.filter((name) => name === sort || chosenColumns(kind, look).includes(name)),
]

export const widthOf = (column: AgentColumn): string => `${OPTIONAL[column].width}rem`

/** On a phone: its name, its status, and the number that was asked for. */
const NARROW = '(max-width: 639.98px)'

/** Which columns are shown, and how much room the optional ones take: the chosen ones and the one of the order; on a phone, of a list in some order, no others. */
export function useVisibility(kind: ListKind, listing: Listing, look: ListLook) {
  const isNarrow = useMediaQuery(NARROW)
  const sort = listing.sort ?? (isNarrow ? OFFERS[kind].unasked : undefined)
  const chosen = chosenColumns(kind, look).join()
  return useMemo(() => {
    const isOnlySort = isNarrow && sort !== undefined
    const shown = ALL.map((name) => [name, name === sort || (!isOnlySort && chosen.split(',').includes(name))])
    const fixed = isOnlySort ? { select: false, id: false, actions: false } : {}
    const visibility: Record<string, boolean> = { ...Object.fromEntries(shown), ...fixed }
    const widths = ALL.map((name) => (visibility[name] ? OPTIONAL[name].width : 0))
    const optionalRem = widths.reduce((sum, width) => sum + width, 0)
    return { isOnlySort, visibility, optionalRem }
  }, [isNarrow, sort, chosen])
}
