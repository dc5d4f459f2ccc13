import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { memoryText, onScreenName, sizeText, versionText } from '#web/features/displays/display-facts.ts'
import { DisplayStatus } from '#web/features/displays/display-status.tsx'
import { PageMiniature } from '#web/features/displays/page-miniature.tsx'
import { useFormats } from '#web/lib/formats.ts'

export type DisplayDialog = 'name' | 'settings' | 'remove'

type DisplayHeaderProps = { display: Display; pages: readonly Page[]; onOpen: (dialog: DisplayDialog) => void }

export function DisplayHeader({ display, pages, onOpen }: DisplayHeaderProps) {
  const { name, place, tags, isOnline } = display
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Link to="/displays" className="flex w-fit items-center gap-1.5 text-muted-foreground text-sm hover:underline">
        <ArrowLeft className="size-4" aria-hidden />
        All your displays
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 break-words font-semibold text-2xl">{name}</h2>
        <DisplayStatus isOnline={isOnline} />
        {tags.map((tag) => (
          <Badge key={tag} title={tag} className="block max-w-full truncate">
            {tag}
          </Badge>
        ))}
        <div className="ml-auto flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => onOpen('name')}>
            <Pencil aria-hidden />
            Name and tags
          </Button>
          <Button variant="secondary" onClick={() => onOpen('remove')}>
            <Trash2 aria-hidden />
            Remove
          </Button>
        </div>
      </div>
      {place && <p className="break-words text-muted-foreground">{place}</p>}
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <PageMiniature display={display} pages={pages} className="max-w-full rounded-lg border" />
        <Facts display={display} pages={pages} />
      </div>
    </header>
  )
}

function Facts({ display, pages }: { display: Display; pages: readonly Page[] }) {
  return (
    <dl className="grid min-w-0 grid-cols-2 gap-x-8 gap-y-2 text-sm sm:grid-cols-3">
      <Fact name={display.isOnline ? 'On screen' : 'Last on screen'}>{onScreenName(display, pages)}</Fact>
      <Fact name="Last seen">
        <RelativeTime at={display.seenAt} fallback="never" />
      </Fact>
      <Fact name="Size">{sizeText(display)}</Fact>
      <Fact name="Version">{versionText(display)}</Fact>
      <Fact name="Memory">{memoryText(display, useFormats())}</Fact>
      <Fact name="Time zone">{display.zone}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
