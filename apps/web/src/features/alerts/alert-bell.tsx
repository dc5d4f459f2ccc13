import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { buttonVariants } from '#web/components/ui/button.tsx'
import { alertCountsQuery, unacknowledgedQuery } from '#web/features/alerts/alerts.queries.ts'
import { firingText, newAlertText } from '#web/features/alerts/incident-words.ts'
import { cn } from '#web/lib/looks/cn.ts'
import { markTab } from '#web/lib/looks/tab-mark.ts'
import { spokenAnew } from '#web/lib/spoken-anew.ts'

const SHOWN_MAX = 99

/**
 * Number of firing alerts, shown to users with rules. Also marks the tab's title and icon, and announces an increase
 * once.
 */
export function AlertBell() {
  const { data } = useQuery(alertCountsQuery)
  const firing = data?.firing ?? 0
  const announcement = useAnnouncement(data?.unacknowledged)
  useEffect(() => markTab(firing), [firing])
  // The bell unmounts when the user signs out; the mark must not stay for the next user.
  useEffect(() => () => markTab(0), [])
  const isShown = data && (data.rules > 0 || firing > 0)
  const Icon = firing > 0 ? BellRing : Bell
  return (
    <>
      {isShown && (
        <Link
          to="/alerts"
          aria-label={firing > 0 ? `Alerts, ${firingText(firing)}` : 'Alerts'}
          title="Alerts"
          className={cn(buttonVariants({ variant: 'ghost', size: 'icon-sm' }), 'relative')}
        >
          <Icon aria-hidden />
          {firing > 0 && (
            <span
              aria-hidden
              className={cn(
                'absolute -top-0.5 -right-0.5 min-w-4 pointer-coarse:top-1 pointer-coarse:right-1 rounded-full px-1 text-center font-semibold text-[0.625rem] leading-4',
                data.worst === 'critical' ? 'bg-destructive text-white' : 'bg-warning-soft text-warning-text',
              )}
            >
              {firing > SHOWN_MAX ? `${SHOWN_MAX}+` : firing}
            </span>
          )}
        </Link>
      )}
      {/* Rendered before it has text: screen readers ignore a live region that appears with its text. */}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  )
}

/** Announcement of a risen count: one new alert by name, several by number. None for alerts firing on page load. */
function useAnnouncement(count: number | undefined): string {
  const client = useQueryClient()
  const lastCount = useRef(count)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const rise = (count ?? 0) - (lastCount.current ?? count ?? 0)
    if (count !== undefined) lastCount.current = count
    if (count === undefined || rise <= 0) return
    const announce = (text: string) => setAnnouncement((last) => spokenAnew(last, text))
    const announceCount = () => announce(`New alert: ${firingText(count)}.`)
    if (rise > 1) return announceCount()
    client.fetchQuery(unacknowledgedQuery).then((incidents) => {
      const [newest] = incidents.toSorted((a, b) => Date.parse(b.openedAt) - Date.parse(a.openedAt))
      // The list holds only the worst alerts, so it may lack the new one.
      if (newest && incidents.length >= count) announce(newAlertText(newest))
      else announceCount()
    }, announceCount)
  }, [client, count])
  return announcement
}
