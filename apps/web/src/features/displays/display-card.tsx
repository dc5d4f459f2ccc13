import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { memoryText, onScreenText, sizeText, versionText } from '#web/features/displays/display-facts.ts'
import { DisplayStatus } from '#web/features/displays/display-status.tsx'
import { DisplayWarnings } from '#web/features/displays/display-warnings.tsx'
import { PageMiniature } from '#web/features/displays/page-miniature.tsx'
import { useFormats } from '#web/lib/formats.ts'

type DisplayCardProps = { display: Display; pages: readonly Page[] }

/** One display: its picture, online status, and warnings. */
export function DisplayCard({ display, pages }: DisplayCardProps) {
  const formats = useFormats()
  const onScreen = onScreenText(display, pages)
  const { _id: id, name, place, tags, isOnline, seenAt } = display
  return (
    <Card className="relative flex min-w-0 flex-col overflow-hidden transition-colors hover:border-input">
      <PageMiniature display={display} pages={pages} className="border-b" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold text-base" title={name}>
            <Link to={`/displays/${id}`} className="after:absolute after:inset-0 after:rounded-xl">
              {name}
            </Link>
          </h2>
          <DisplayStatus isOnline={isOnline} />
        </div>
        {place && (
          <p className="truncate text-muted-foreground text-xs" title={place}>
            {place}
          </p>
        )}
        <p className="truncate text-sm" title={onScreen}>
          {onScreen}
        </p>
        <p className="text-muted-foreground text-xs tabular-nums">
          Seen <RelativeTime at={seenAt} fallback="never" />
        </p>
        <p className="truncate text-muted-foreground text-xs tabular-nums">
          {[versionText(display), sizeText(display), memoryText(display, formats)]
            .filter((text) => text !== '-')
            .join(' · ')}
        </p>
        {tags.length > 0 && (
          <p className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <Badge key={tag} title={tag} className="block max-w-full truncate">
                {tag}
              </Badge>
            ))}
          </p>
        )}
        <DisplayWarnings display={display} />
      </div>
    </Card>
  )
}
