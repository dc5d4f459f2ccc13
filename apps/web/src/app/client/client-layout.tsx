import { shortText } from '@atalaya/format/short'
import { hourIn } from '@atalaya/format/zone'
import { type ReactNode, useEffect } from 'react'
import { keepProgram } from '#web/app/cached-program.ts'
import { clientGreeting, clockDate, clockTime, initials } from '#web/app/client/client-times.ts'
import { IdleClock } from '#web/app/client/idle-clock.tsx'
import { useDisplayHealth } from '#web/app/client/use-display-health.ts'
import { useIdle } from '#web/app/client/use-idle.ts'
import { useNewVersion } from '#web/app/client/use-new-version.ts'
import { useWakeLock } from '#web/app/client/use-wake-lock.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import { useNow } from '#web/lib/clock.ts'
import { useFormats } from '#web/lib/formats.ts'
import { useNearFit } from '#web/lib/looks/fit.ts'
import { useSession } from '#web/lib/session/session.ts'

const CLOCK_EVERY_MS = 30_000

const loadMenu = () => import('#web/app/client/opened-display-menu.tsx').then((m) => m.OpenedDisplayMenu)

/** Frame of a display: greeting and time, without distractions. */
export function ClientLayout({ children }: { children: ReactNode }) {
  const isIdle = useIdle()
  const asOf = useDisplayHealth()
  useEffect(keepProgram, [])
  useNewVersion(isIdle)
  useWakeLock()
  if (isIdle) return <IdleClock />
  return (
    <div className="flex h-svh flex-col overflow-hidden">
      <TopBar asOf={asOf} />
      <main id="content" className="min-h-0 flex-1">
        {children}
      </main>
    </div>
  )
}

/** `asOf`: time since which the server is away. */
function TopBar({ asOf }: { asOf: Date | null }) {
  const now = useNow(CLOCK_EVERY_MS)
  const user = useSession()?.user
  const formats = useFormats()
  const letters = user ? initials(user) : ''
  return (
    <header style={{ zoom: useNearFit() }} className="flex shrink-0 items-center gap-3 px-4 py-2 md:px-6">
      <h1 className="min-w-0 flex-1 truncate font-semibold text-lg">
        {clientGreeting(hourIn(now.getTime(), formats.zone))}, {user?.username}
      </h1>
      {asOf && <Badge variant="warning">as of {shortText(asOf, now, { hours: 24, ...formats })}</Badge>}
      <p className="hidden text-muted-foreground first-letter:uppercase sm:block">{clockDate(now, formats)}</p>
      <time dateTime={now.toISOString()} className="font-semibold text-xl tabular-nums">
        {clockTime(now, formats)}
      </time>
      <LateOverlay
        kind="menu"
        load={loadMenu}
        opened={{}}
        aria-label={`${letters} Display menu`.trim()}
        className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-text text-sm"
      >
        {letters}
      </LateOverlay>
    </header>
  )
}
