import { useQuery } from '@tanstack/react-query'
import { FirstRunGuide } from '#web/app/home/first-run-guide.tsx'
import { useOwnAgents } from '#web/app/home/home.queries.ts'
import { NeedsAttention, useAttention } from '#web/app/home/needs-attention.tsx'
import { OwnAgents } from '#web/app/home/own-agents.tsx'
import { OwnPages } from '#web/app/home/own-pages.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'

/** The way in for a beginner; for everybody else, how their agents are, and their pages. */
export function AgentsOrGuide() {
  const own = useOwnAgents()
  const pages = useQuery(pagesQuery)
  const attention = useAttention()
  if (own.isPending || pages.isPending || attention.isPending) return <Skeleton className="h-64 rounded-xl" />
  const hasAgent = own.isError || own.data.agents.length > 0
  const hasPage = pages.isError || pages.data.length > 0
  const isBeginner = !(hasAgent && hasPage)
  const hasRun = own.isError || own.data.agents.some(({ lastSeen }) => lastSeen !== null)
  const registered = own.data?.agents.map(({ createdAt }) => Date.parse(createdAt)) ?? []
  const since = registered.length > 0 ? Math.min(...registered) : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <NeedsAttention attention={attention} since={since} isBeginner={isBeginner} />
      {isBeginner ? (
        <FirstRunGuide hasAgent={hasAgent} hasRun={hasRun} hasPage={hasPage} />
      ) : (
        <>
          <OwnAgents agents={own.data?.agents ?? []} />
          {pages.data && <OwnPages pages={pages.data} />}
        </>
      )}
    </div>
  )
}
