import { useQuery } from '@tanstack/react-query'
import { FirstRunGuide } from '#web/app/home/first-run-guide.tsx'
import { pageCountQuery, useOwnAgents } from '#web/app/home/home.queries.ts'
import { OwnAgents } from '#web/app/home/own-agents.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'

/** The way in for a beginner; for everybody else, how their agents are. */
export function AgentsOrGuide() {
  const own = useOwnAgents()
  const pages = useQuery(pageCountQuery)
  if (own.isPending || pages.isPending) return <Skeleton className="h-64 rounded-xl" />
  const hasAgent = own.isError || own.data.agents.length > 0
  const hasPage = pages.isError || pages.data > 0
  if (hasAgent && hasPage) return <OwnAgents agents={own.data?.agents ?? []} />
  return <FirstRunGuide hasAgent={hasAgent} hasPage={hasPage} />
}
