import { useMemo } from 'react'
import type { Listing } from '#web/features/agents/list/listing.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'

/** Columns that may be shown or not, as the column menu calls them. */
export const OPTIONAL = {
  ip: 'IP',
  lastSeen: 'Last Seen',
  tags: 'Tags',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  temperature: 'Temperature',
  system: 'System',
  version: 'Version',
  owner: 'Owner',
} as const
export type OptionalColumn = keyof typeof OPTIONAL
export const OPTIONAL_COLUMNS = Object.keys(OPTIONAL) as OptionalColumn[]

/** Where nothing else was chosen. */
export const FLEET_COLUMNS: OptionalColumn[] = ['ip', 'lastSeen', 'tags']
export const ROW_COLUMNS: OptionalColumn[] = ['cpu', 'memory', 'disk', 'temperature', 'lastSeen', 'tags']

/** The columns that an address names; those that are usual where it names none. */
export function chosenColumns(params: URLSearchParams, usual: OptionalColumn[]): OptionalColumn[] {
  const named = params.get('columns')?.split(',')
  return named ? OPTIONAL_COLUMNS.filter((name) => named.includes(name)) : usual
}

/** On a phone: its name, its status, and the number that was asked for. */
const NARROW = '(max-width: 639.98px)'

/** Which columns are shown: the chosen ones and the one of the order; on a phone, of a list in some order, no others. */
export function useVisibility(
  params: URLSearchParams,
  listing: Listing,
  usual: OptionalColumn[],
  /** The number on a phone where the list is in no order. */
  unasked?: OptionalColumn,
) {
  const isNarrow = useMediaQuery(NARROW)
  const sort = listing.sort ?? (isNarrow ? unasked : undefined)
  const chosen = chosenColumns(params, usual).join()
  return useMemo(() => {
    const isOnlySort = isNarrow && sort !== undefined
    const shown = OPTIONAL_COLUMNS.map((name) => [
      name,
      name === sort || (!isOnlySort && chosen.split(',').includes(name)),
    ])
    const fixed = isOnlySort ? { select: false, id: false, actions: false } : {}
    return { isOnlySort, visibility: { ...Object.fromEntries(shown), ...fixed } as Record<string, boolean> }
  }, [isNarrow, sort, chosen])
}
