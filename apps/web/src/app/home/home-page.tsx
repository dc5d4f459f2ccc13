import { hourIn } from '@atalaya/format/zone'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { agentMessage } from '#web/app/home/agent-summary.ts'
import { greeting } from '#web/app/home/greeting.ts'
import { useAgentSummary } from '#web/app/home/home.queries.ts'
import { HomeBody } from '#web/app/home/home-body.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { useNow } from '#web/lib/clock.ts'
import { useFormats } from '#web/lib/formats.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const MINUTE_MS = 60_000

export function HomePage() {
  const user = useSession()?.user
  const summary = useAgentSummary()
  const now = useNow(MINUTE_MS)
  const { data: pages } = useQuery(pagesQuery)
  const message = agentMessage(user?.name, summary)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:gap-y-4">
        {/* Has a fixed width and room for the longest message, so that nothing moves when it arrives. */}
        <div className="grid min-w-0 grow basis-96 gap-1">
          <h2 className="truncate font-semibold text-2xl tracking-tight">
            {greeting(hourIn(now.getTime(), useFormats().zone))}, {user?.name || user?.username}
          </h2>
          <div className="min-h-[2lh] text-muted-foreground md:min-h-lh">
            {message ? <p>{message}</p> : <Skeleton className="my-1 h-3.5 w-56" />}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {/* Secondary without pages: then another step comes first. */}
          <Button variant={pages?.length === 0 ? 'secondary' : 'default'} asChild>
            <Link to="/dashboard">Go to dashboards</Link>
          </Button>
          <Button variant="secondary" asChild>
            <Link to="/marketplace">Explore marketplace</Link>
          </Button>
          {isAdmin(user) && (
            <Button variant="secondary" asChild>
              <Link to="/admin/users">Admin panel</Link>
            </Button>
          )}
        </div>
      </div>
      <HomeBody summary={summary} now={now} />
    </div>
  )
}
