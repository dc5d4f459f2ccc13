import type { Display } from '@atalaya/contract/displays'
import { dateTimeText } from '@atalaya/format/date'
import { Alert } from '#web/components/ui/alert.tsx'
import { isFrozen, isOtherVersion } from '#web/features/displays/display-facts.ts'
import { useFormats } from '#web/lib/formats.ts'

/** Problems of a display that its owner should know. */
export function DisplayWarnings({ display }: { display: Display }) {
  const formats = useFormats()
  const { copySeenAt } = display
  return (
    <>
      {copySeenAt && (
        <Alert className="relative">
          A second screen tried to show this display on {dateTimeText(copySeenAt, formats)} and was refused.
        </Alert>
      )}
      {isFrozen(display) && <Alert className="relative">It answers, but its screen stands still.</Alert>}
      {isOtherVersion(display) && (
        <p className="text-muted-foreground text-xs">
          It runs another version than this page. A display takes a new one by itself, between two pages.
        </p>
      )}
    </>
  )
}
