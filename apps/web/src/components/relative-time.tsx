import { parseInstant, relativeText } from '@atalaya/format/relative'
import { exactText } from '@atalaya/format/time'
import { useNow } from '#web/lib/clock.ts'
import { useFormats } from '#web/lib/formats.ts'

const REFRESH_EVERY_MS = 30_000

type RelativeTimeProps = { at: string | null | undefined; fallback: string; className?: string }

/** "3 hours ago", kept up to date; the exact time on hover. */
export function RelativeTime({ at, fallback, className }: RelativeTimeProps) {
  const now = useNow(REFRESH_EVERY_MS)
  const formats = useFormats()
  const date = parseInstant(at)
  if (!date) return <span className={className}>{fallback}</span>
  return (
    <time dateTime={date.toISOString()} title={exactText(date, formats)} className={className}>
      {relativeText(date, now)}
    </time>
  )
}
