import type { commands } from '@atalaya/contract/commands'
import type { Args } from '@atalaya/contract/route'
import { useQuery } from '@tanstack/react-query'
import { chipsOf } from '#web/features/agents/list/chips.ts'
import { isFiltered, type Listing } from '#web/features/agents/list/listing.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'

/** Matches of a searched or filtered list: their filters for requests, their number, and a description. */
export type ListMatches = {
  listed: NonNullable<Args<typeof commands.send>['body']['listed']>
  /** Undefined while loading. */
  total: number | undefined
  description: string
  order: Pick<Listing, 'sort' | 'order'>
}

type SearchedList = Pick<ListState, 'kind' | 'listing' | 'query'>

/** Username by account id, for the owner filter. */
export function useOwnerName(list: SearchedList | undefined): (id: string) => string {
  const hasOwnerFilter = list?.kind === 'fleet' && list.listing.ownerId !== undefined
  const { data: users } = useQuery({ ...usersQuery, enabled: hasOwnerFilter })
  return (id) => users?.find(({ _id }) => _id === id)?.username ?? id
}

/** Target of actions if no row is selected; undefined for an unfiltered list. */
export function useListMatches(list: SearchedList | undefined, total: number | undefined): ListMatches | undefined {
  const nameOf = useOwnerName(list)
  if (!list) return undefined
  const { sort, order, ...filters } = list.listing
  if (list.query === '' && !isFiltered(filters)) return undefined
  const words = chipsOf(filters, nameOf).map(([name, text]) => `${name.toLowerCase()} ${text}`)
  if (filters.trouble) words.unshift('in trouble')
  if (list.query !== '') words.unshift(`“${list.query}”`)
  const owner = list.kind === 'own' ? ('me' as const) : undefined
  const listed = { ...filters, query: list.query || undefined, owner }
  return { listed, total, description: words.join(', '), order: { sort, order } }
}
