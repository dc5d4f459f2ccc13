import { agents } from '@atalaya/contract/agents'
import { pageArchive } from '@atalaya/contract/page-archive'
import { localZone } from '@atalaya/format/zone'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { cachePage, pagesQuery } from '#web/features/boards/boards.queries.ts'
import { cityOf, fileOf, type ReadyPage } from '#web/features/boards/ready-pages/ready-pages.ts'
import { call } from '#web/lib/calls/api.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

const AGENTS_MAX = 2

/** Creates a ready page with the user's first agents and the city of their time zone. */
export const makeReadyPage = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(ready: ReadyPage) {
      const listing = { page: 1, pageSize: AGENTS_MAX, owner: 'me' } as const
      const [catalogue, agentList] = await Promise.all([
        client.ensureQueryData(catalogueQuery),
        call(agents.list, { query: listing }),
      ])
      const userValues = { agents: agentList.agents.map(({ _id }) => _id), city: cityOf(localZone()) }
      return (await call(pageArchive.import, { body: fileOf(ready, userValues, catalogue) })).page
    },
    onSuccess: (page) => cachePage(client, page),
    meta: { error: false, refresh: pagesQuery.queryKey },
  })
