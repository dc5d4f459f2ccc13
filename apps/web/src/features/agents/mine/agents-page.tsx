import { Plus, SearchX, Server } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ListFooter } from '#web/components/list-footer.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { AgentSearch } from '#web/features/agents/list/agent-search.tsx'
import { isFiltered } from '#web/features/agents/list/listing.ts'
import { ownListQuery } from '#web/features/agents/list/lists.queries.ts'
import { CompareListed, LongListTools } from '#web/features/agents/list/long-list-tools.tsx'
import { useListState } from '#web/features/agents/list/use-list-state.ts'
import { AgentCard } from '#web/features/agents/mine/agent-card.tsx'
import { LatestData } from '#web/features/agents/mine/latest-data.tsx'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'
import { laterPart } from '#web/lib/later-part.ts'

const AgentRows = laterPart(() => import('#web/features/agents/mine/agent-rows.tsx').then((m) => m.AgentRows))
const RegisterDialog = lazy(() =>
  import('#web/features/agents/mine/register-dialog.tsx').then((m) => ({ default: m.RegisterDialog })),
)

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

export function AgentsPage() {
  const list = useListState('own')
  const { page, query, change, clear } = list
  const showsRows = list.look.as === 'rows'
  const pageQuery = { ...ownListQuery(list.params, list.look), enabled: !list.isUnknown }
  const { data, isPending, isOld, isError, refetch } = usePagedQuery(pageQuery)
  useLastPage({ page, pages: data?.pages, isOld }, change)
  const [isRegistering, setRegistering] = useState(false)
  const total = isOld ? undefined : data?.total
  const hasNoAgents = data?.total === 0 && query === '' && !isFiltered(list.listing)

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <AgentSearch list={list} />
        <Button onClick={() => setRegistering(true)}>
          <Plus aria-hidden />
          Register agent
        </Button>
      </div>
      <LongListTools list={list} total={total} />
      {isPending && <CardSkeletons />}
      {isError && !data && (
        <EmptyState
          icon={Server}
          title="Error on loading agents list"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          The server could not be asked for your agents.
        </EmptyState>
      )}
      {hasNoAgents && (
        <EmptyState
          icon={Server}
          title="No agents yet"
          action={<Button onClick={() => setRegistering(true)}>Register your first agent</Button>}
        >
          Register one and run one line on the machine: it shows up here, with its CPU, memory, disk and network, live.
        </EmptyState>
      )}
      {data?.total === 0 && !hasNoAgents && (
        <EmptyState
          icon={SearchX}
          title="No results."
          action={
            <Button variant="secondary" size="sm" onClick={clear}>
              Clear search and filters
            </Button>
          }
        />
      )}
      {data && showsRows && data.items.length > 0 && (
        <Suspense fallback={<Skeleton className="h-64.5 rounded-xl" />}>
          <AgentRows list={list} agents={data.items} />
        </Suspense>
      )}
      {data && !showsRows && data.items.length > 0 && (
        <ul className={grid} aria-label="My agents">
          {data.items.map((agent) => (
            <li key={agent.id} className="grid min-w-0">
              <AgentCard agent={agent} />
            </li>
          ))}
        </ul>
      )}
      {data && data.pages > 1 && (
        <ListFooter
          page={page}
          total={data.total}
          pages={data.pages}
          isLoading={isOld}
          hasFailed={isError}
          isPartial={data.isPartial}
          onChange={change}
        />
      )}
      <CompareListed list={list} total={total} />
      {data && data.items.length > 0 && <LatestData agents={data.items} />}
      <Suspense>{isRegistering && <RegisterDialog onClose={() => setRegistering(false)} />}</Suspense>
    </div>
  )
}

function CardSkeletons() {
  return (
    <div className={grid} role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-46 rounded-xl" />
      ))}
    </div>
  )
}
