import type { AttentionCounts } from '@atalaya/contract/attention'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { AgentSummary } from '#web/app/home/agent-summary.ts'
import { FleetStrip, FleetStripSkeleton } from '#web/app/home/fleet-strip.tsx'
import { useOwnAgents } from '#web/app/home/home.queries.ts'
import { AttentionSkeleton, linesOf, NeedsAttention, useAttention } from '#web/app/home/needs-attention.tsx'
import { PersonalSummary } from '#web/app/home/personal-summary.tsx'
import { readReservedLines, storeReservedLines } from '#web/app/home/reserved-lines.ts'
import { SummaryCards } from '#web/app/home/summary-cards.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { displaysQuery } from '#web/features/displays/displays.queries.ts'
import { laterPart } from '#web/lib/later-part.ts'
import { usePreferences } from '#web/lib/preferences.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

// Loaded at once but not awaited: one of the two lies below Home's first content.
const FirstRunGuide = laterPart(() => import('#web/app/home/first-run-guide.tsx').then((m) => m.FirstRunGuide))
const EverydayHome = laterPart(() => import('#web/app/home/everyday-home.tsx').then((m) => m.EverydayHome))

type HomeBodyProps = { summary: AgentSummary; now: Date }

/**
 * Home below its greeting: what needs attention and the figures. Beginners then get the guide until they hide it;
 * others get their agents and pages.
 */
export function HomeBody(props: HomeBodyProps) {
  const { isPending, attention, isBeginner, steps, firstAgentAt, agents, pages, retry } = useHome()
  const lines = isPending ? undefined : linesOf({ attention, firstAgentAt, isBeginner })
  const count = lines === null ? null : lines?.length
  useEffect(() => {
    if (count !== undefined) storeReservedLines(count)
  }, [count])

  if (lines === undefined) return <BodySkeleton {...props} />
  return (
    <HomeLayout
      {...props}
      attention={
        lines && (
          <>
            <NeedsAttention lines={lines} />
            <Fleet counts={attention.counts} summary={props.summary} />
          </>
        )
      }
    >
      <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
        {isBeginner ? (
          <FirstRunGuide {...steps} />
        ) : (
          <EverydayHome agents={agents} pages={pages} now={props.now} onRetry={retry} />
        )}
      </Suspense>
    </HomeLayout>
  )
}

type FleetProps = { counts: AttentionCounts | null | undefined; summary: AgentSummary }

/** All agents for administrators, their own for others. */
function Fleet({ counts, summary }: FleetProps) {
  const isAdministrator = isAdmin(useSession()?.user)
  const connected = isAdministrator ? summary.online : summary.runningOwned
  if (!counts?.agents) return null
  if (connected === null) return summary.isLoading && <FleetStripSkeleton />
  return <FleetStrip counts={counts} connected={connected} list={isAdministrator ? '/admin/agents' : '/agents'} />
}

type ReadResult = { data: readonly unknown[] | undefined; isError: boolean }
/** True if there are any. Data that could not be read count as present. */
const hasAny = ({ data, isError }: ReadResult): boolean => (data ? data.length > 0 : isError)

/** Home's data, and the first steps that are done. */
function useHome() {
  const ownAgents = useOwnAgents()
  const pages = useQuery(pagesQuery)
  const displays = useQuery(displaysQuery)
  const attention = useAttention()
  const choices = usePreferences()
  const agents = ownAgents.data?.agents
  const [hasAgent, hasPage] = [hasAny({ data: agents, isError: ownAgents.isError }), hasAny(pages)]
  const isNew = !(hasAgent && hasPage)
  return {
    isPending: ownAgents.isPending || pages.isPending || attention.isPending || (isNew && choices.isPending),
    attention,
    isBeginner: isNew && !choices.preferences.hidesGuide,
    agents,
    pages: pages.data,
    retry: () => void Promise.all([ownAgents.refetch(), pages.refetch()]),
    /** Time of the first registration of an agent, in ms; undefined if there is none. */
    firstAgentAt: agents?.length ? Math.min(...agents.map(({ createdAt }) => Date.parse(createdAt))) : undefined,
    steps: {
      hasAgent,
      hasRun: agents ? agents.some(({ lastSeen }) => lastSeen !== null) : ownAgents.isError,
      hasPage,
      hasDisplay: hasAny(displays),
    },
  }
}

function BodySkeleton(props: HomeBodyProps) {
  const reserved = readReservedLines()
  return (
    <HomeLayout
      {...props}
      attention={
        reserved !== null && (
          <>
            <AttentionSkeleton count={reserved} />
            <FleetStripSkeleton />
          </>
        )
      }
    >
      <Skeleton className="h-64 rounded-xl" />
    </HomeLayout>
  )
}

type HomeLayoutProps = HomeBodyProps & { attention: ReactNode; children: ReactNode }

function HomeLayout({ summary, now, attention, children }: HomeLayoutProps) {
  return (
    <>
      {attention}
      <SummaryCards summary={summary} now={now} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {children}
        <PersonalSummary summary={summary} now={now} />
      </div>
    </>
  )
}
