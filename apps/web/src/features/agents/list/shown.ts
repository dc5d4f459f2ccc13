import type { commands } from '@atalaya/contract/commands'
import type { Args } from '@atalaya/contract/route'
import { useQuery } from '@tanstack/react-query'
import { chipsOf } from '#web/features/agents/list/chips.ts'
import { isFiltered, type Listing } from '#web/features/agents/list/listing.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { usersQuery } from '#web/lib/accounts.ts'

/** The agents of a list that is searched or filtered: how the server is asked for them, how many, and in words. */
export type Shown = {
  listed: NonNullable<Args<typeof commands.send>['body']['listed']>
  /** Undefined until it is known. */
  total: number | undefined
  words: string
  order: Pick<Listing, 'sort' | 'order'>
}

type Which = Pick<ListState, 'kind' | 'listing' | 'query'>

/** The name of an account that a list is filtered by. */
export function useOwnerName(list: Which | undefined): (id: string) => string {
  const isAsked = list?.kind === 'fleet' && list.listing.ownerId !== undefined
  const { data: users } = useQuery({ ...usersQuery, enabled: isAsked })
  return (id) => users?.find(({ _id }) => _id === id)?.username ?? id
}

/** What is acted on where nothing is ticked; undefined where the list shows all agents. */
export function useShown(list: Which | undefined, total: number | undefined): Shown | undefined {
  const nameOf = useOwnerName(list)
  if (!list) return undefined
  const { sort, order, ...filters } = list.listing
  if (list.query === '' && !isFiltered(filters)) return undefined
  const words = chipsOf(filters, nameOf).map(([name, text]) => `${name.toLowerCase()} ${text}`)
  if (filters.trouble) words.unshift('in trouble')
  if (list.query !== '') words.unshift(`“${list.query}”`)
  const owner = list.kind === 'own' ? ('me' as const) : undefined
  const listed = { ...filters, query: list.query || undefined, owner }
  return { listed, total, words: words.join(', '), order: { sort, order } }
}
