import type { Page } from '@atalaya/contract/dashboard'
import type { DisplayEntry } from '@atalaya/contract/display-entries'
import { wholeDurationText } from '@atalaya/format/duration'
import { GripVertical, Pencil, X } from 'lucide-react'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { shownName, whenText } from '#web/features/displays/playlist-words.ts'
import { useEntryHandle } from '#web/features/displays/use-entry-order.ts'
import { cn } from '#web/lib/looks/cn.ts'
import type { HeldOrder } from '#web/lib/use-held-order.ts'

type PlaylistRowProps = {
  id: string
  entry: DisplayEntry
  count: number
  pages: readonly Page[]
  order: HeldOrder
  onEdit: () => void
  onRemove: () => void
}

/** One entry of the playlist, with its hours in words. */
export function PlaylistRow({ id, entry, count, pages, order, onEdit, onRemove }: PlaylistRowProps) {
  const handle = useEntryHandle(id, order)
  const { pageId, seconds } = entry
  const name = shownName(pages, pageId)
  const isGone = pageId !== null && pages.every(({ _id }) => _id !== pageId)
  const place = order.placeOf(id)
  const isHeld = order.heldId === id
  return (
    // CSS `order` instead of moving the row: a moved element loses its pointer capture.
    <li
      style={{ order: place }}
      className={cn('flex min-w-0 items-center gap-2 border-b px-2 py-2 last:border-b-0', isHeld && 'bg-accent')}
    >
      <button
        type="button"
        {...handle}
        onKeyDown={(event) => order.onKey(id, place, event)}
        aria-label={`Reorder ${name}, ${place + 1} of ${count}`}
        aria-pressed={isHeld}
        className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-accent active:cursor-grabbing aria-pressed:bg-primary aria-pressed:text-primary-foreground pointer-coarse:size-11"
      >
        <GripVertical className="size-4" aria-hidden />
      </button>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className={cn('break-words font-medium', isGone && 'text-muted-foreground italic')}>{name}</p>
        <p className="break-words text-muted-foreground text-xs">
          {isGone ? 'Passed over. ' : ''}
          {whenText(entry)} · {wholeDurationText(seconds)}
        </p>
      </div>
      {isGone && (
        <Badge variant="warning" className="max-sm:hidden">
          Deleted
        </Badge>
      )}
      <Button variant="ghost" size="icon-sm" aria-label={`Edit ${name}, ${place + 1} of ${count}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}, ${place + 1} of ${count}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  )
}
