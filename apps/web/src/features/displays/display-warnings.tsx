import type { Display } from '@atalaya/contract/displays'
import { Alert } from '#web/components/ui/alert.tsx'
import { isOtherVersion, isStill } from '#web/features/displays/display-facts.ts'
import { parseInstant } from '#web/lib/dates.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** What its owner should know about a display. */
export function DisplayWarnings({ display }: { display: Display }) {
  const copied = parseInstant(display.copySeenAt)
  return (
    <>
      {copied && (
        <Alert className="relative">
          A second screen tried to show this display on {exact.format(copied)} and was refused.
        </Alert>
      )}
      {isStill(display) && <Alert className="relative">It answers, but its screen stands still.</Alert>}
      {isOtherVersion(display) && (
        <p className="text-muted-foreground text-xs">
          It runs another version than this page. A display takes a new one by itself, between two pages.
        </p>
      )}
    </>
  )
}
