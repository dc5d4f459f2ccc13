import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import type { Args } from '@atalaya/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/calls/api.ts'

/** The server lists this many tags at most. */
export const TAGS_LISTED = 500

/** Tags of the agents that the user may command. Its key is below `agents`, which live events of agents refetch. */
export const tagsQuery = queryOptions({
  queryKey: ['agents', 'tags'],
  queryFn: ({ signal }) => call(agents.tags, {}, signal).then(({ tags }) => tags),
})

/** Number of agents that a command to all, or to a tag, would reach now. */
export const reachedCountQuery = (query: Args<typeof commands.reach>['query']) =>
  queryOptions({
    queryKey: ['agents', 'reach', query],
    queryFn: ({ signal }) => call(commands.reach, { query }, signal),
    staleTime: 0,
  })
