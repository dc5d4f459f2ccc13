import type { AgentColumn } from '@atalaya/contract/agent-listing'
import type { ListLook } from '@atalaya/contract/preferences'
import { useMemo } from 'react'
import type { Listing } from '#web/features/agents/list/listing.ts'
import { useMediaQuery } from '#web/lib/looks/media-query.ts'

/** `fleet`: all agents, for administrators; `own`: those of the user. */
export type ListKind = 'fleet' | 'own'

/** Optional columns: title in the column menu and width in rem. */
export const OPTIONAL_COLUMNS: Record<AgentColumn, { title: string; width: number }> = {
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
const ALL = Object.keys(OPTIONAL_COLUMNS) as AgentColumn[]

type Columns = { offered: AgentColumn[]; defaults: AgentColumn[]; phoneColumn?: AgentColumn }
const OFFERS: Record<ListKind, Columns> = {
  fleet: { offered: ALL, defaults: ['ip', 'lastSeen', 'tags'] },
  own: {
    // Without owner, which is always the same, and without IP, since owners know their machines.
    offered: ALL.filter((name) => name !== 'owner' && name !== 'ip'),
    defaults: ['lastSeen', 'tags', 'cpu', 'memory', 'disk', 'temperature'],
    // Shown on a phone if the list is unsorted.
    phoneColumn: 'disk',
  },
}
export const offeredIn = (kind: ListKind): AgentColumn[] => OFFERS[kind].offered

/** Columns that the user has chosen for a list, or the default ones. */
export function chosenColumns(kind: ListKind, look: ListLook): AgentColumn[] {
  const { offered, defaults } = OFFERS[kind]
  return offered.filter((name) => (look.columns ?? defaults).includes(name))
}

/** Columns of the CSV: those of the table on a screen wide enough for all. */
export const csvColumns = (kind: ListKind, look: ListLook, { sort }: Listing): string[] => [
  ...(kind === 'fleet' ? ['id', 'name', 'status'] : ['name', 'status']),
  ...ALL.filter((name) => name === sort || chosenColumns(kind, look).includes(name)),
]

export const widthOf = (column: AgentColumn): string => `${OPTIONAL_COLUMNS[column].width}rem`

/** Phone width, enough for name, status and one number: just below the breakpoint `sm`, 640 px. */
const NARROW = '(max-width: 639.98px)'

/**
 * Visible columns, and the width of the optional ones: the chosen columns and the sorted one. On a phone a sorted list
 * shows only the column it is sorted by.
 */
export function useVisibility(kind: ListKind, listing: Listing, look: ListLook) {
  const isNarrow = useMediaQuery(NARROW)
  const sort = listing.sort ?? (isNarrow ? OFFERS[kind].phoneColumn : undefined)
  const chosen = chosenColumns(kind, look).join()
  return useMemo(() => {
    const isOnlySortShown = isNarrow && sort !== undefined
    const shown = ALL.map((name) => [name, name === sort || (!isOnlySortShown && chosen.split(',').includes(name))])
    const hiddenColumns = isOnlySortShown ? { select: false, id: false, actions: false } : {}
    const visibility: Record<string, boolean> = { ...Object.fromEntries(shown), ...hiddenColumns }
    const widths = ALL.map((name) => (visibility[name] ? OPTIONAL_COLUMNS[name].width : 0))
    const optionalRem = widths.reduce((sum, width) => sum + width, 0)
    return { isOnlySortShown, visibility, optionalRem }
  }, [isNarrow, sort, chosen])
}
