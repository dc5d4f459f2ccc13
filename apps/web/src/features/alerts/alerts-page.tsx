import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { ALERT_VIEWS, type AlertView, urlOf, viewOf } from '#web/features/alerts/alerts-address.ts'
import { IncidentList } from '#web/features/alerts/incident-list.tsx'
import { NoChannelNotice } from '#web/features/alerts/no-channel-notice.tsx'
import { usePageName } from '#web/lib/looks/page-name.ts'

const RuleList = lazy(() => import('#web/features/alerts/rule-list.tsx').then((m) => ({ default: m.RuleList })))
const SilenceList = lazy(() =>
  import('#web/features/alerts/silence-list.tsx').then((m) => ({ default: m.SilenceList })),
)
const Notifications = lazy(() =>
  import('#web/features/alerts/notifications.tsx').then((m) => ({ default: m.Notifications })),
)

const TITLES: Record<AlertView, string> = {
  firing: 'Firing',
  history: 'History',
  rules: 'Rules',
  silences: 'Silences',
  notifications: 'Notifications',
}

/** Tabs: firing alerts, history, rules, silences and notifications. The URL has the chosen one. */
export function AlertsPage() {
  const [params] = useSearchParams()
  const view = viewOf(params)
  usePageName(view === 'firing' ? undefined : TITLES[view])
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <nav aria-label="Alerts" className="flex gap-2 overflow-x-auto">
        {ALERT_VIEWS.map((tab) => (
          <Button key={tab} variant={tab === view ? 'secondary' : 'ghost'} size="sm" asChild>
            <Link to={urlOf(tab)} aria-current={tab === view ? 'page' : undefined}>
              {TITLES[tab]}
            </Link>
          </Button>
        ))}
      </nav>
      {view !== 'notifications' && <NoChannelNotice isAtRules={view === 'rules'} />}
      <Suspense key={view} fallback={<Skeleton className="h-48 rounded-xl" />}>
        <View view={view} />
      </Suspense>
    </div>
  )
}

function View({ view }: { view: AlertView }) {
  switch (view) {
    case 'firing':
      return <IncidentList key={view} state="firing" />
    case 'history':
      return <IncidentList key={view} state="ended" />
    case 'rules':
      return <RuleList />
    case 'silences':
      return <SilenceList />
    case 'notifications':
      return <Notifications />
  }
}
