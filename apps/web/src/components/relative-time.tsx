import { useNow } from '#web/lib/clock.ts'
import { parseInstant, relativeTime } from '#web/lib/dates.ts'

const REFRESH_MS = 30_000

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

type RelativeTimeProps = { at: string | null | undefined; fallback: string; className?: string }

/** "3 hours ago", kept up to date; the exact time on hover. */
export function RelativeTime({ at, fallback, className }: RelativeTimeProps) {
  const now = useNow(REFRESH_MS)
  const date = parseInstant(at)
  if (!date) return <span className={className}>{fallback}</span>
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)} className={className}>
      {relativeTime(date, now)}
    </time>
  )
}
