import { useMemo } from 'react'
import type { Listing } from '#web/features/agents/list/listing.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'

/** Columns that may be shown or not: how the column menu calls each, and how wide it is, in rem. */
export const OPTIONAL = {
  ip: { title: 'IP', width: 8 },
  lastSeen: { title: 'Last Seen', width: 10.75 },
  tags: { title: 'Tags', width: 11 },
  cpu: { title: 'CPU', width: 6 },
  memory: { title: 'Memory', width: 6.5 },
  disk: { title: 'Disk', width: 6 },
  temperature: { title: 'Temperature', width: 8.5 },
  system: { title: 'System', width: 11 },
  version: { title: 'Version', width: 6.5 },
  owner: { title: 'Owner', width: 8 },
} as const
export type OptionalColumn = keyof typeof OPTIONAL
export const OPTIONAL_COLUMNS = Object.keys(OPTIONAL) as OptionalColumn[]

/** One's own agents have one owner, and stand where one knows. */
export const ROWS_OFFERED = OPTIONAL_COLUMNS.filter((name) => name !== 'owner' && name !== 'ip')

/** Where nothing else was chosen. */
export const FLEET_COLUMNS: OptionalColumn[] = ['ip', 'lastSeen', 'tags']
export const ROW_COLUMNS: OptionalColumn[] = ['cpu', 'memory', 'disk', 'temperature', 'lastSeen', 'tags']

/** The columns that an address names; those that are usual where it names none. */
export function chosenColumns(params: URLSearchParams, usual: OptionalColumn[]): OptionalColumn[] {
  const named = params.get('columns')?.split(',')
  return named ? OPTIONAL_COLUMNS.filter((name) => named.includes(name)) : usual
}

export const widthOf = (column: OptionalColumn): string => `${OPTIONAL[column].width}rem`

/** On a phone: its name, its status, and the number that was asked for. */
const NARROW = '(max-width: 639.98px)'

/** Which columns are shown, and how much room the optional ones take: the chosen ones and the one of the order; on a phone, of a list in some order, no others. */
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
    const visibility: Record<string, boolean> = { ...Object.fromEntries(shown), ...fixed }
    const widths = OPTIONAL_COLUMNS.map((name) => (visibility[name] ? OPTIONAL[name].width : 0))
    const optionalRem = widths.reduce((sum: number, width) => sum + width, 0)
    return { isOnlySort, visibility, optionalRem }
  }, [isNarrow, sort, chosen])
}
